// Computes how long a program that was told to stop may take before it is killed: the time for
// which it is configured to keep serving, plus the time that the stop itself takes.
import { readFileSync } from "node:fs";

const STOP_MS = 40_000;

export function stopPatienceMs({ STOP_WAIT_SECONDS, STOP_WAIT_SECONDS_FILE } = process.env) {
  return STOP_MS + (Number(STOP_WAIT_SECONDS || inFile(STOP_WAIT_SECONDS_FILE)) || 0) * 1_000;
}

function inFile(path) {
  try {
    return path && readFileSync(path, "utf8");
  } catch {
    // The file cannot be read. The program reports this error itself and does not start.
    return undefined;
  }
}
