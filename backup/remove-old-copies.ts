/**
 * Keeps the copies of seven days, and before them the last one of each of four weeks. Removes
 * nothing but copies of this very installation: those that stand beside the new one, say that they
 * are copies, and whose keys open with its passphrase to its wallet.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "#platform";
import { openKeys } from "./copy/key-file.ts";
import { KEYS_FILE, readManifest, type Manifest } from "./copy/manifest.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;
const WEEKS = 4;
/** 1970-01-01 was a Thursday, and a week begins on Monday. */
const WEEK_SHIFT_MS = 3 * DAY_MS;

/** The folders that are gone. */
export async function removeOldCopies(newest: string, passphrase: string): Promise<string[]> {
  const place = dirname(newest);
  const copies = readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? copyIn(join(place, entry.name)) : [],
  );
  const wallet = await walletOf(newest, passphrase);
  const removed: string[] = [];
  for (const { folder, files } of copiesToRemove(copies, newest)) {
    // One after another: each passphrase that is tried takes 128 MB.
    // oxlint-disable-next-line no-await-in-loop
    if (wallet === undefined || (await walletOf(folder, passphrase)) !== wallet) continue;
    // Cut short, it still is a copy of this installation, for the next one to remove.
    for (const { name } of files)
      if (name !== KEYS_FILE) rmSync(join(folder, name), { force: true });
    rmSync(folder, { recursive: true });
    removed.push(folder);
  }
  return removed;
}

interface Copy extends Pick<Manifest, "createdAt" | "files"> {
  readonly folder: string;
}

/** Pure. */
export function copiesToRemove<One extends Pick<Copy, "folder" | "createdAt">>(
  copies: readonly One[],
  newest: string,
): One[] {
  const timeOf = ({ createdAt }: One) => Date.parse(createdAt);
  const madeAt = copies.filter(({ folder }) => folder === newest).map(timeOf)[0] ?? 0;
  const old = copies
    .filter((copy) => timeOf(copy) < madeAt - DAYS * DAY_MS)
    .toSorted((a, b) => timeOf(b) - timeOf(a));
  const weekOf = (copy: One) => Math.floor((timeOf(copy) + WEEK_SHIFT_MS) / (DAYS * DAY_MS));
  const lastOfWeeks = [...Map.groupBy(old, weekOf).values()].flatMap(([last]) => last ?? []);
  const kept = new Set(lastOfWeeks.slice(0, WEEKS));
  return old.filter((copy) => !kept.has(copy));
}

function copyIn(folder: string): Copy[] {
  try {
    const { createdAt, files } = readManifest(folder);
    return [{ folder, createdAt, files }];
  } catch (error) {
    if (error instanceof StartError) return [];
    throw error;
  }
}

/** Undefined where another passphrase sealed the keys, or there are none. */
async function walletOf(folder: string, passphrase: string): Promise<string | undefined> {
  try {
    const keys = await openKeys(readFileSync(join(folder, KEYS_FILE), "utf8"), passphrase);
    return keys.wallet.xpub;
  } catch (error) {
    if (error instanceof StartError || (error instanceof Error && "syscall" in error))
      return undefined;
    throw error;
  }
}
