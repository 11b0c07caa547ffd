/**
 * Implements `npm run rotate-signing-key`, which creates a new key for access tokens. No user is
 * signed out. With `-- --at-once`, which is for use after a theft, all earlier tokens and all
 * sessions end immediately. Calls the running installation with the service key in its data folder.
 */
import { askOperator, failWith } from "./operator.mjs";

const options = process.argv.slice(2);
if (options.some((option) => option !== "--at-once"))
  failWith("Usage: npm run rotate-signing-key [-- --at-once]");
const atOnce = options.length > 0;

const { kid, active_from, others_end_at } = await askOperator("signing_keys", { at_once: atOnce });
const at = (seconds) => new Date(seconds * 1_000).toISOString();
process.stdout.write(
  atOnce
    ? `Key ${kid} signs now. All earlier tokens and sessions have ended, so every user has to log in again.\n`
    : `Key ${kid} is published and signs from ${at(active_from)}. Earlier keys still check tokens until ${at(others_end_at)}.\n`,
);
