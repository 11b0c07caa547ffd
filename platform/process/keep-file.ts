/** Stores small values outside the database, each in a file of the data folder. */
import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/**
 * Writes the file. Resolves when it is durable. After a kill it contains either the old or the new
 * text, never a part.
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
