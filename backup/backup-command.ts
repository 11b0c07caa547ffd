/** `npm run backup -- FOLDER`: a checked copy of the installation, made while it runs. */
import { resolve } from "node:path";
import { StartError } from "#platform";
import { makeCopy } from "./make-copy.ts";
import { newPassphrase } from "./passphrase.ts";
import { runCommand, say } from "./run-command.ts";

await runCommand(async ({ config, log }) => {
  const [folder, ...rest] = process.argv.slice(2);
  if (folder === undefined || rest.length > 0)
    throw new StartError("Usage: npm run backup -- FOLDER");
  const plan = { config, folder: resolve(folder), askPassphrase: newPassphrase, log };
  const manifest = await makeCopy(plan);
  const { files, check } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(
    `A copy is in ${folder}: ${(bytes / 1e6).toFixed(1)} MB. It was brought back and proved: the books add up, ` +
      `and the audit trail is whole, ${check.auditEntries} entries.`,
  );
});
