// How long a program that was told to stop may take before it is killed: as long as it was
// configured to serve on, and what a stop takes besides.
import { readFileSync } from "node:fs";

const STOP_MS = 40_000;

export function stopPatienceMs({ STOP_WAIT_SECONDS, STOP_WAIT_SECONDS_FILE } = process.env) {
  return STOP_MS + (Number(STOP_WAIT_SECONDS || inFile(STOP_WAIT_SECONDS_FILE)) || 0) * 1_000;
}

function inFile(path) {
  try {
    return path && readFileSync(path, "utf8");
  } catch {
    // The program itself says so, and does not start.
    return undefined;
  }
}
