/**
 * Creates a folder completely or not at all. The files are first written to a draft folder in the
 * same parent folder, which is renamed when all its files are on disk. An existing empty target may
 * be a mount point, which cannot be replaced, so the draft is then written inside the target and
 * its files are moved up one by one. The next run completes an interrupted move and removes drafts
 * of killed processes.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { endMoveUp, moveUp, processIdentity, StartError, syncPath } from "#platform";

const ENDING = ".draft-";
/** Name of a draft folder inside an existing target. */
const INSIDE = ".whole";
/** Drafts of this process, which are removed when it exits, including after Ctrl-C. */
const open = new Set<string>();

process.once("exit", () => {
  for (const draft of open) remove(draft);
});

/** Creates the folder. Throws a StartError if the target is not empty, and the errors of `make`. */
export async function makeComplete<Made>(
  place: string,
  make: (draft: string) => Promise<Made>,
): Promise<Made> {
  assertFree(place);
  const isThere = existsSync(place);
  return inScratch(isThere ? join(place, INSIDE) : place, async (draft) => {
    const made = await make(draft);
    syncAll(draft);
    if (isThere) moveUpAlone(draft);
    else rename(draft, place);
    return made;
  });
}

function rename(draft: string, place: string): void {
  assertFree(place);
  if (existsSync(place)) rmdirSync(place);
  renameSync(draft, place);
  syncPath(dirname(place));
}

function moveUpAlone(draft: string): void {
  const place = dirname(draft);
  if (readdirSync(place).length > 1) throw notEmpty(place);
  moveUp(draft);
}

/**
 * Runs `work` with a temporary folder in the same parent folder, then removes the temporary folder.
 */
export async function inScratch<Done>(
  place: string,
  work: (folder: string) => Promise<Done>,
): Promise<Done> {
  const parent = dirname(place);
  mkdirSync(parent, { recursive: true });
  removeLeftovers(parent, basename(place));
  const [pid, startedAt] = (processIdentity(process.pid) ?? String(process.pid)).split(" ");
  const draft = `${place}${ENDING}${pid}-${startedAt ?? ""}`;
  mkdirSync(draft, { mode: 0o700 });
  open.add(draft);
  try {
    return await work(draft);
  } finally {
    remove(draft);
    open.delete(draft);
  }
}

/** Throws a StartError unless the target is missing or an empty folder. */
export function assertFree(place: string): void {
  if (existsSync(place) && !isEmpty(place)) throw notEmpty(place);
}

function notEmpty(place: string): StartError {
  return new StartError(`${place} is not empty. Nothing was overwritten.`);
}

function isEmpty(place: string): boolean {
  try {
    removeLeftovers(place, INSIDE);
    endMoveUp(place);
    return readdirSync(place).length === 0;
  } catch {
    return false;
  }
}

function removeLeftovers(parent: string, name: string): void {
  const start = `${name}${ENDING}`;
  for (const entry of readdirSync(parent).filter((one) => one.startsWith(start))) {
    const [pid = "", startedAt = ""] = entry.slice(start.length).split("-");
    const [, runningSince] = (processIdentity(Number(pid)) ?? "").split(" ");
    if (runningSince !== startedAt) remove(join(parent, entry));
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  syncPath(folder);
}
