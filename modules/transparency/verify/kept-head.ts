/** The file of `--since`, which keeps the head of a log from one verification to the next. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { keepFile } from "#platform";

const keptHead = z.strictObject({
  origin: z.string().min(1).max(300),
  vkey: z.string().min(1).max(500),
  size: z.int().min(1),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});

export type KeptHead = z.output<typeof keptHead>;

/** The file exists, but has no head. */
export class BadHeadFile extends Error {
  override readonly name = "BadHeadFile";
}

/** Returns undefined if the file does not exist yet. */
export async function readKeptHead(file: string): Promise<KeptHead | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new BadHeadFile(`${file} cannot be read`, { cause: error });
  }
  try {
    return keptHead.parse(JSON.parse(text));
  } catch (error) {
    throw new BadHeadFile(`${file} has no head of a log`, { cause: error });
  }
}

export async function writeKeptHead(file: string, head: KeptHead): Promise<void> {
  await keepFile(file, `${JSON.stringify(head, undefined, 2)}\n`);
}
