/**
 * `npm run backup -- FOLDER` backs up the running installation and verifies the backup. `--keep`
 * also removes old backups in the same parent folder.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "#platform";
import { makeCopy } from "./make-copy.ts";
import { newPassphrase } from "./passphrase.ts";
import { removeOldCopies } from "./remove-old-copies.ts";
import { runCommand, say } from "./run-command.ts";

await runCommand(async ({ config, log }) => {
  const { folder, isThinned } = readWords();
  let passphrase = "";
  const askPassphrase = async () => (passphrase = await newPassphrase());
  const manifest = await makeCopy({ config, folder: resolve(folder), askPassphrase, log });
  const { files, check } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(
    `The copy is in ${folder} (${(bytes / 1e6).toFixed(1)} MB). It was verified by restoring it: the ledger is balanced, ` +
      `and the audit log with ${check.auditEntries} entries is intact.`,
  );
  if (!isThinned) return;
  const removed = await removeOldCopies(resolve(folder), passphrase);
  if (removed.length > 0) say(`Removed older copies: ${removed.join(", ")}`);
});

function readWords(): { readonly folder: string; readonly isThinned: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: "boolean", default: false } },
    });
    const [folder, ...rest] = positionals;
    if (folder !== undefined && rest.length === 0) return { folder, isThinned: values.keep };
  } catch {
    // parseArgs throws if an option is unknown.
  }
  throw new StartError("Usage: npm run backup -- FOLDER [--keep]");
}
