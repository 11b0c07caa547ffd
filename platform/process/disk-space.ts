/**
 * Measures the free space on the disk of a folder, and computes the part that an installation
 * reserves.
 */
import { statfs } from "node:fs/promises";

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const RESERVED_PART = 0.1;
const RESERVED_BYTES = 1024 ** 3;

/** Returns the total and free space of the disk, or null if the system does not report it. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** Returns the reserved bytes: a tenth of the disk, at most 1 GiB. */
export function reservedBytes(totalBytes: number): number {
  return Math.min(totalBytes * RESERVED_PART, RESERVED_BYTES);
}
