/** Stores small facts outside of the database, each in a file of the data folder. */
import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/**
 * Resolves when the file is durable. A kill leaves the old text or the new one, never a part of it.
 */
export async function keepFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
