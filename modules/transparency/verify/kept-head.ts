/** The file of `--since`, which keeps the head of a log from one verification to the next. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { keepFile } from "#platform";
import type { Check } from "#receipts";

/** Name of the check that compares the log with the earlier head. */
export const HISTORY = "history";

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

/**
 * Returns whether the published head may replace the earlier one in the file. A new log after a
 * restore does not replace it, so that the next verification shows it again.
 */
export function mayReplace(checks: readonly Check[], earlier: KeptHead | undefined): boolean {
  if (checks.some(({ state }) => state === "failed")) return false;
  return !earlier || checks.some(({ name, state }) => name === HISTORY && state === "ok");
}

export async function writeKeptHead(file: string, head: KeptHead): Promise<void> {
  await keepFile(file, `${JSON.stringify(head, undefined, 2)}\n`);
}
