/**
 * Reads and stores the audit checkpoint, which is the last verified entry of the audit log. The
 * file is in the data folder. An attacker who removes entries from the database cannot change the
 * file, so the removal is detected.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile } from "#platform";
import type { AuditHead } from "./record-audit.ts";

export const AUDIT_CHECKPOINT_FILE = "audit-head";

/** File format: entry number and hash, as copied from the audit page. */
const FORMAT = /^(\d{1,18}) ([0-9a-f]{64})\n?$/;

export type AuditCheckpoint =
  | { readonly head: AuditHead }
  /**
   * `fault` explains why the file cannot be used. It is undefined if the file does not exist yet,
   * which is not an error.
   */
  | { readonly head: undefined; readonly fault?: string };

export async function readAuditCheckpoint(dataDir: string): Promise<AuditCheckpoint> {
  try {
    const [, seq, hash] =
      FORMAT.exec(await readFile(join(dataDir, AUDIT_CHECKPOINT_FILE), "utf8")) ?? [];
    if (seq === undefined || hash === undefined)
      return { head: undefined, fault: "the file has no valid checkpoint" };
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
