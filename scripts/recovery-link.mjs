/**
 * Implements `npm run recovery-link -- name@example.org`, which prints a link to set a new
 * password. The link is for a user who is not signed in on any device, on an installation without a
 * mail server. Calls the running installation with the service key in its data folder.
 */
import { askOperator, failWith } from "./operator.mjs";

const [email, ...rest] = process.argv.slice(2);
if (email === undefined || rest.length > 0)
  failWith("Usage: npm run recovery-link -- name@example.org");

const { action_link } = await askOperator("generate_link", { type: "recovery", email });
process.stdout.write(
  `This link sets a new password for ${email}. It works once and for one hour:\n  ${action_link}\n`,
);
