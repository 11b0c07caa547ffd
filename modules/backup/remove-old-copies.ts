/**
 * Removes old backups. Keeps all backups of the last seven days and, for each of the four weeks
 * before, the last backup of the week. Only backups of this installation are counted and removed.
 * They are recognised by their parent folder, a valid manifest, the passphrase of their key file,
 * and the wallet.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "#platform";
import { openKeys, type Keys } from "./copy/key-file.ts";
import { isManifestWhole, KEYS_FILE, readManifest, type Manifest } from "./copy/manifest.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;
const WEEKS = 4;
/** Offset to the start of the week: 1970-01-01 was a Thursday, and weeks begin on Monday. */
const WEEK_SHIFT_MS = 3 * DAY_MS;

/** Removes old backups. Returns the paths of the removed folders. */
export async function removeOldCopies(newest: string, passphrase: string): Promise<string[]> {
  const place = dirname(newest);
  const copies = readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? copyIn(join(place, entry.name)) : [],
  );
  const own = await ownOf(beyondDays(copies, newest), newest, passphrase);
  const removed = beyondWeeks(own);
  for (const { folder, files } of removed) {
    // The key file and the manifest are removed last. If the removal is interrupted, the folder is
    // still recognised as a backup, and the next run removes it.
    for (const { name } of files)
      if (name !== KEYS_FILE) rmSync(join(folder, name), { force: true });
    rmSync(folder, { recursive: true });
  }
  return removed.map(({ folder }) => folder);
}

interface Copy extends Pick<Manifest, "createdAt" | "files"> {
  readonly folder: string;
  readonly manifest: Manifest;
}

type Made = Pick<Copy, "folder" | "createdAt">;

/**
 * Returns this installation's backups. Other backups are excluded before counting. Otherwise,
 * another installation's backup could be kept as the last backup of a week.
 */
async function ownOf(copies: readonly Copy[], newest: string, passphrase: string): Promise<Copy[]> {
  if (copies.length === 0) return [];
  const newestKeys = await keysOf(newest, passphrase);
  if (newestKeys === undefined) return [];
  const own: Copy[] = [];
  // Checked one at a time, because each passphrase check needs 128 MB.
  for (const copy of copies) {
    // oxlint-disable-next-line no-await-in-loop
    const keys = await keysOf(copy.folder, passphrase);
    const isOwn = keys?.wallet.xpub === newestKeys.wallet.xpub;
    // A backup with a changed manifest is ignored, because a changed time could cause the wrong
    // backup to be removed or kept.
    if (isOwn && isManifestWhole(copy.manifest, keys)) own.push(copy);
  }
  return own;
}

/** Returns the backups that are more than seven days older than the newest. Pure. */
export function beyondDays<One extends Made>(copies: readonly One[], newest: string): One[] {
  const madeAt = copies.filter(({ folder }) => folder === newest).map(timeOf)[0] ?? 0;
  return copies.filter((copy) => timeOf(copy) < madeAt - DAYS * DAY_MS);
}

/**
 * Returns the backups to remove: all except the last backup of each of four weeks. Expects only
 * backups older than seven days. Pure.
 */
export function beyondWeeks<One extends Made>(copies: readonly One[]): One[] {
  const old = copies.toSorted((a, b) => timeOf(b) - timeOf(a));
  const weekOf = (copy: One) => Math.floor((timeOf(copy) + WEEK_SHIFT_MS) / (DAYS * DAY_MS));
  const lastOfWeeks = [...Map.groupBy(old, weekOf).values()].flatMap(([last]) => last ?? []);
  const keepers = new Set(lastOfWeeks.slice(0, WEEKS));
  return old.filter((copy) => !keepers.has(copy));
}

function timeOf({ createdAt }: Made): number {
  return Date.parse(createdAt);
}

function copyIn(folder: string): Copy[] {
  try {
    const manifest = readManifest(folder);
    const { createdAt, files } = manifest;
    return [{ folder, manifest, createdAt, files }];
  } catch (error) {
    if (error instanceof StartError) return [];
    throw error;
  }
}

/** Returns the keys, or undefined if there is no key file or the passphrase does not open it. */
async function keysOf(folder: string, passphrase: string): Promise<Keys | undefined> {
  try {
    return await openKeys(readFileSync(join(folder, KEYS_FILE), "utf8"), passphrase);
  } catch (error) {
    if (error instanceof StartError || (error instanceof Error && "syscall" in error))
      return undefined;
    throw error;
  }
}
