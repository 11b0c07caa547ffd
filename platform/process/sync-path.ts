import { closeSync, fsyncSync, openSync } from "node:fs";

/** Syncs a file or a folder to disk. Windows cannot sync folders. */
export function syncPath(path: string): void {
  if (process.platform === "win32") return;
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}
