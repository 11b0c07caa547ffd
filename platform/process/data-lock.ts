/**
 * Allows one installation per data folder. The file `lock` names the process that uses the folder.
 * A lock whose process has ended is taken over, so that nobody has to clean up after a crash. A
 * process in another container is invisible, but it answers at its socket.
 */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { isLockSocketOpen, openLockSocket, removeLockSocket } from "./lock-socket.ts";
import { endMoveUp, ON_ITS_WAY_UP } from "./move-up.ts";
import { processIdentity } from "./process-identity.ts";
import { StartError } from "../errors/start-error.ts";

export interface DataLock {
  release(): void;
}

/** The only file that every installation has. */
export const MASTER_KEY_FILE = "master-key";

const ATTEMPTS_MAX = 20;
const FOR_OTHERS = 0o077;

/**
 * Locks the folder, and creates it if missing. Throws StartError if a running process, including
 * this one, holds the lock.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeToOthers(folder);
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot use ${folder}: ${messageOf(error)}`, { cause: error });
  }
  const path = join(folder, "lock");
  const mine = processIdentity(process.pid) ?? String(process.pid);
  // Opened before the lock file exists, so that a process that finds the lock finds the socket
  // open.
  const socket = await openLockSocket(folder, mine);
  try {
    await take(folder, path, mine);
  } catch (error) {
    socket?.close();
    throw error;
  }
  const lock = {
    release() {
      release(path, mine);
      socket?.close();
    },
  };
  return whole(folder, lock);
}

/** Completes an interrupted restore that has moved only part of its files. */
function whole(folder: string, lock: DataLock): DataLock {
  try {
    endMoveUp(folder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function take(folder: string, path: string, mine: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (create(path, mine)) return;
    const holder = read(path);
    if (holder === undefined) continue;
    const pid = Number.parseInt(holder, 10);
    const isHere = processIdentity(pid) === holder;
    if (isHere || (await isLockSocketOpen(folder, holder)))
      throw new StartError(
        `DATA_DIR: ${folder} is in use by another Hashfloor (process ${pid}${isHere ? "" : " of another container"}). ` +
          "Stop it, or choose another DATA_DIR.",
      );
    removeStale(path, holder);
    removeLockSocket(folder, holder);
  }
  throw new StartError(`DATA_DIR: ${folder} is being started by several processes at once.`);
}

/**
 * Removes other users' access to a folder that is empty or has our key. Other folders, such as
 * /tmp, stay unchanged.
 */
function closeToOthers(folder: string): void {
  if (process.platform === "win32") return;
  const { mode, uid } = statSync(folder);
  if ((mode & FOR_OTHERS) === 0 || uid !== process.getuid?.()) return;
  const names = readdirSync(folder);
  const isOurs = names.includes(MASTER_KEY_FILE) || names.includes(ON_ITS_WAY_UP);
  if (names.length > 0 && !isOurs) return;
  try {
    chmodSync(folder, 0o700);
  } catch {
    // A file system without access modes has no access to remove.
  }
}

/** Creates the file with its content in one step. Returns false if it exists. */
function create(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Removes a stale lock. Two processes may find it at the same time, and the slower one must not
 * remove the new lock of the faster one.
 */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const current = read(aside);
  rmSync(aside);
  if (current !== undefined && current !== stale) create(path, current);
}

function release(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
