/** When the last copy was made and how it came back, in a file of the data folder. */
import { join } from "node:path";
import { keepFile } from "#platform";
import type { Manifest } from "./copy/manifest.ts";

const FILE = "last-backup.json";

export async function keepLastBackup(
  dataDir: string,
  folder: string,
  { createdAt, check, files }: Manifest,
): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const fact = { createdAt, checkedAt: check.at, folder, bytes };
  await keepFile(join(dataDir, FILE), `${JSON.stringify(fact)}\n`);
}
