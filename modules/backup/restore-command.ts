/** `npm run restore -- FOLDER` restores an installation from a backup to an empty DATA_DIR. */
import { resolve } from "node:path";
import { StartError } from "#platform";
import { readPassphrase } from "./passphrase.ts";
import { restoreCopy } from "./restore-copy.ts";
import { runCommand, say } from "./run-command.ts";

await runCommand(async ({ config, log }) => {
  const [folder, ...rest] = process.argv.slice(2);
  if (folder === undefined || rest.length > 0)
    throw new StartError("Usage: npm run restore -- FOLDER");
  const plan = { config, folder: resolve(folder), askPassphrase: readPassphrase, log };
  const { manifest, applicationUrl, blocks, receiveBranch } = await restoreCopy(plan);
  say(`The copy of ${manifest.createdAt} was restored to ${config.dataDir}.`);
  if (blocks !== undefined) say(`Its chain was restored as well: ${blocks} blocks.`);
  if (applicationUrl !== undefined) say(`Start the product with\nDATABASE_URL=${applicationUrl}`);
  say(
    `New deposit addresses come from branch ${receiveBranch.branch}. Write it down: \`npm run recover\` with the keys of this copy ` +
      `needs \`--branch ${receiveBranch.branch}\`.`,
  );
  say("Payments wait until an administrator resumes them at /admin/withdrawals.");
  say(
    "All sessions, mailed links, API keys and the service key have ended. Users log in again, and the first start writes a new " +
      "service-role-key. Passwords, second factors, administrators and disabled accounts are those of the copy, even if they " +
      "changed later. Check /admin/users before users come back, and repeat later removals.",
  );
});
