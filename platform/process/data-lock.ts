/**
 * Ensures that only one installation uses a data folder. The file `lock` names the process that
 * uses the folder. If this process has ended, the lock is taken over, so that no manual clean-up is
 * needed after a crash. A process in another container is invisible, but it can be reached at its
 * socket.
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

/**
 * Name of the key file. Identifies a data folder, because only this file exists in every
 * installation.
 */
export const MASTER_KEY_FILE = "master-key";

const ATTEMPTS_MAX = 20;
const FOR_OTHERS = 0o077;

/**
 * Locks the folder and creates it if it is missing. Throws StartError if a running process,
 * including this one, holds the lock.
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
  // The socket is opened before the lock file is created. A process that finds the lock file
  // therefore also finds an open socket.
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

/** Completes an interrupted restore that has moved only some of its files. */
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
 * Removes other users' access to a folder that is empty or contains our key. Leaves other folders,
 * such as /tmp, unchanged.
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
    // The file system has no access modes, so there is no access to remove.
  }
}

/** Creates the file with its content in one step. Returns false if the file already exists. */
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
 * Removes a stale lock. Two processes may find the stale lock at the same time. The slower process
 * must not remove the new lock of the faster process.
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
