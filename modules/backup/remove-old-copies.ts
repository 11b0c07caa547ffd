/**
 * Removes old copies. Kept are the copies of the last seven days and, for each of the four weeks
 * before them, the last copy. Only copies of this installation are counted and removed. Such copies
 * are in the same parent folder as the new copy, have a valid manifest, and have a key file that
 * opens with the same passphrase and belongs to the same wallet.
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

/** Removes old copies. Returns the removed folders. */
export async function removeOldCopies(newest: string, passphrase: string): Promise<string[]> {
  const place = dirname(newest);
  const copies = readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? copyIn(join(place, entry.name)) : [],
  );
  const own = await ownOf(beyondDays(copies, newest), newest, passphrase);
  const removed = beyondWeeks(own);
  for (const { folder, files } of removed) {
    // Keys and manifest are removed last. If the removal is interrupted, the folder is therefore
    // still recognised as a copy, and the next run removes it.
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
 * Returns the copies that belong to this installation. Other copies are excluded before counting,
 * because a copy of another installation could otherwise be kept as the copy of a week.
 */
async function ownOf(copies: readonly Copy[], newest: string, passphrase: string): Promise<Copy[]> {
  if (copies.length === 0) return [];
  const newestKeys = await keysOf(newest, passphrase);
  if (newestKeys === undefined) return [];
  const own: Copy[] = [];
  // Sequential, because each check of a passphrase needs 128 MB.
  for (const copy of copies) {
    // oxlint-disable-next-line no-await-in-loop
    const keys = await keysOf(copy.folder, passphrase);
    const isOwn = keys?.wallet.xpub === newestKeys.wallet.xpub;
    // Copies with a changed manifest are ignored, because a changed time could cause the wrong copy
    // to be removed or kept.
    if (isOwn && isManifestWhole(copy.manifest, keys)) own.push(copy);
  }
  return own;
}

/** Returns the copies older than seven days. Pure. */
export function beyondDays<One extends Made>(copies: readonly One[], newest: string): One[] {
  const madeAt = copies.filter(({ folder }) => folder === newest).map(timeOf)[0] ?? 0;
  return copies.filter((copy) => timeOf(copy) < madeAt - DAYS * DAY_MS);
}

/**
 * Returns the copies to remove: all except the last copy of each of four weeks. Expects copies
 * older than seven days. Pure.
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

/** Returns the keys, or undefined if there is no key file or it has another passphrase. */
async function keysOf(folder: string, passphrase: string): Promise<Keys | undefined> {
  try {
    return await openKeys(readFileSync(join(folder, KEYS_FILE), "utf8"), passphrase);
  } catch (error) {
    if (error instanceof StartError || (error instanceof Error && "syscall" in error))
      return undefined;
    throw error;
  }
}
