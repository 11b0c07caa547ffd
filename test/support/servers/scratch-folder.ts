/**
 * Creates temporary folders for tests. Tests that kill processes use the disk, because crashes are
 * realistic only there. All other tests use memory if enough is free, because most of their data is
 * soon discarded.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Minimum free memory: twice what a dozen servers use at once. */
const ROOM_BYTES_MIN = 4 * 1024 ** 3;
const PREFIX = "hashfloor-test-";
const OLD_MS = 24 * 3_600_000;

export function diskFolder(): string {
  return mkdtempSync(join(tmpdir(), PREFIX));
}

/** Creates a folder in memory, or on disk if there is not enough memory. */
export function memoryFolder(): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), PREFIX));
}

/**
 * Copies a folder including modes and owners. PostgreSQL requires private folders, and it runs as
 * another user if the tests run as root.
 */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  for (const name of ["", ...readdirSync(from, { encoding: "utf8", recursive: true })]) {
    const { mode, uid, gid } = statSync(join(from, name));
    chmodSync(join(to, name), mode);
    if (process.getuid?.() === 0) chownSync(join(to, name), uid, gid);
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Removes folders left by earlier runs that were killed. */
export function removeOldFolders(): void {
  for (const parent of [tmpdir(), MEMORY].filter((folder) => existsSync(folder)))
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
      const folder = join(parent, name);
      const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - changedAt > OLD_MS) removeFolder(folder);
    }
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES_MIN;
}
