/**
 * What one start of Bitcoin Core wrote: its part of debug.log, and what it said before it had
 * opened that.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/** The end of a log that is longer is enough: a reason stands there. */
const READ_BYTES_MAX = 4 * 1024 * 1024;
const FIRST_LINE = "Bitcoin Core version";

export function logFile(dataDir: string): string {
  return join(dataDir, "regtest", "debug.log");
}

/** Where stderr goes, new at each start. A file, since the child may outlive us. */
export function errorsFile(dataDir: string): string {
  return join(dataDir, "hashfloor-errors.txt");
}

export function logSize(dataDir: string): number {
  return statSync(logFile(dataDir), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Since the log had that size. The node shortens a long log when it starts: then the part begins
 * where the newest start says its name.
 */
export function readLogFrom(dataDir: string, from: number): string {
  const size = logSize(dataDir);
  const start = size < from ? 0 : from;
  const text = readPart(logFile(dataDir), Math.max(start, size - READ_BYTES_MAX), size);
  return size < from ? text.slice(Math.max(0, text.lastIndexOf(FIRST_LINE))) : text;
}

export function readErrors(dataDir: string): string {
  try {
    return readFileSync(errorsFile(dataDir), "utf8");
  } catch {
    return "";
  }
}

function readPart(file: string, from: number, to: number): string {
  if (to <= from) return "";
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(to - from);
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from)).toString("utf8");
  } finally {
    closeSync(handle);
  }
}
