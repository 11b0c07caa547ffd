/** Room on the disk of a folder, and how much of it an installation has to keep. */
import { statfs } from "node:fs/promises";

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const RESERVED_PART = 0.1;
const RESERVED_BYTES = 1024 ** 3;

/** Null when the disk cannot be asked. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** A tenth of a large disk lasts: of one the last gigabyte is too little to go on. */
export function reservedBytes(totalBytes: number): number {
  return Math.min(totalBytes * RESERVED_PART, RESERVED_BYTES);
}
