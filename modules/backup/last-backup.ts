/** Reads and writes the data folder's file with the time and result of the last backup. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { keepFile } from "#platform";
import type { Manifest } from "./copy/manifest.ts";

const FILE = "last-backup.json";

/**
 * Maximum age of the last backup: one day, because backups are daily, plus a tolerance of two
 * hours.
 */
export const COPY_AGE_SECONDS_MAX = 26 * 3_600;

const LastBackup = z.strictObject({
  createdAt: z.iso.datetime(),
  /** When the backup was verified by restoring it to a temporary folder. */
  checkedAt: z.iso.datetime(),
  folder: z.string(),
  bytes: z.int(),
});

export type LastBackup = z.infer<typeof LastBackup>;

export async function keepLastBackup(
  dataDir: string,
  folder: string,
  { createdAt, check, files }: Manifest,
): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const fact: LastBackup = { createdAt, checkedAt: check.at, folder, bytes };
  await keepFile(join(dataDir, FILE), `${JSON.stringify(fact)}\n`);
}

/** Returns the last backup, or undefined before the first. Throws if the file is invalid. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  let text: string;
  try {
    text = await readFile(join(dataDir, FILE), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return LastBackup.parse(JSON.parse(text));
}

/**
 * Returns the backup's age, measured from the start of copying, because the backup contains nothing
 * newer.
 */
export function copyAgeSeconds({ createdAt }: LastBackup, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(createdAt)) / 1_000));
}
