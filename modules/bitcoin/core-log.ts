/**
 * Reads the output of one Bitcoin Core run: its part of debug.log, and the stderr written before
 * debug.log was open.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/** Maximum size to read. The end of a longer log is enough to find the reason. */
const READ_BYTES_MAX = 4 * 1024 * 1024;
const FIRST_LINE = "Bitcoin Core version";

export function logFile(dataDir: string): string {
  return join(dataDir, "regtest", "debug.log");
}

/**
 * Returns the path of the stderr log file, which each start truncates. A pipe would not work,
 * because the child may outlive this process.
 */
export function errorsFile(dataDir: string): string {
  return join(dataDir, "hashfloor-errors.txt");
}

export function logSize(dataDir: string): number {
  return statSync(logFile(dataDir), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Returns the log from position `from`. If the node has truncated its log at a start, returns the
 * log of the newest start.
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
