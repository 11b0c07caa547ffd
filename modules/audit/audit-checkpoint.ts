/**
 * The head of the trail that was proven last, in a file of the data folder. It is there to be
 * outside the database: whoever cuts the trail off there leaves the file, and it tells.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile } from "#platform";
import type { AuditHead } from "./record-audit.ts";

export const KEPT_HEAD_FILE = "audit-head";

/** As the audit page copies it: the number and the hash. */
const KEPT = /^(\d{1,18}) ([0-9a-f]{64})\n?$/;

export type KeptHead =
  | { readonly head: AuditHead }
  /** Why there is none; a folder that never had one is no fault. */
  | { readonly head: undefined; readonly fault?: string };

export async function readKeptHead(dataDir: string): Promise<KeptHead> {
  try {
    const [, seq, hash] = KEPT.exec(await readFile(join(dataDir, KEPT_HEAD_FILE), "utf8")) ?? [];
    if (seq === undefined || hash === undefined)
      return { head: undefined, fault: "the file does not hold a head" };
    return { head: { seq: BigInt(seq), hash } };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { head: undefined };
    return { head: undefined, fault: error instanceof Error ? error.message : "unreadable" };
  }
}

export async function keepHead(dataDir: string, { seq, hash }: AuditHead): Promise<void> {
  await keepFile(join(dataDir, KEPT_HEAD_FILE), `${seq} ${hash}\n`);
}
