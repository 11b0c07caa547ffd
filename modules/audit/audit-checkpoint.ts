/**
 * The head of the audit log that was proven last, in a file of the data folder. It is there to be
 * outside the database: whoever cuts the audit log off there leaves the file, and it tells.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile } from "#platform";
import type { AuditHead } from "./record-audit.ts";

export const AUDIT_CHECKPOINT_FILE = "audit-head";

/** As the audit page copies it: the number and the hash. */
const FORMAT = /^(\d{1,18}) ([0-9a-f]{64})\n?$/;

export type AuditCheckpoint =
  | { readonly head: AuditHead }
  /** Why there is none; a folder that never had one is no fault. */
  | { readonly head: undefined; readonly fault?: string };

export async function readAuditCheckpoint(dataDir: string): Promise<AuditCheckpoint> {
  try {
    const [, seq, hash] =
      FORMAT.exec(await readFile(join(dataDir, AUDIT_CHECKPOINT_FILE), "utf8")) ?? [];
    if (seq === undefined || hash === undefined)
      return { head: undefined, fault: "the file does not hold a head" };
    return { head: { seq: BigInt(seq), hash } };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { head: undefined };
    return { head: undefined, fault: error instanceof Error ? error.message : "unreadable" };
  }
}

export async function writeAuditCheckpoint(
  dataDir: string,
  { seq, hash }: AuditHead,
): Promise<void> {
  await keepFile(join(dataDir, AUDIT_CHECKPOINT_FILE), `${seq} ${hash}\n`);
}
