import { closeSync, fsyncSync, openSync } from "node:fs";

/** A file or a folder: what stands in it is on the disk then. Windows syncs no folders. */
export function syncPath(path: string): void {
  if (process.platform === "win32") return;
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}
