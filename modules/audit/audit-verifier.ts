/**
 * Proves the whole audit log against the head that was kept here, and keeps its new one: only that
 * of a whole audit log. A first start, which writes entries of its own before it proves any, says
 * nothing of a head that is missing.
 */
import type { Database, Log } from "#platform";
import { hasEntryBefore } from "./audit-table.ts";
import {
  writeAuditCheckpoint,
  AUDIT_CHECKPOINT_FILE,
  readAuditCheckpoint,
} from "./audit-checkpoint.ts";
import { isInAuditLog, AUDIT_START, verifyAudit } from "./verify-audit.ts";

interface Deps {
  readonly database: Database;
  readonly log: Log;
  readonly dataDir: string;
  /** Of the process, unless told. */
  readonly startedAt?: Date;
}

/** False when it is not whole, which stands in the log. */
export async function verifyAuditLog({
  database,
  log,
  dataDir,
  startedAt = new Date(performance.timeOrigin),
}: Deps): Promise<boolean> {
  const checkpoint = await readAuditCheckpoint(dataDir);
  if (checkpoint.head === undefined) {
    const { fault } = checkpoint;
    const isFirstStart = fault === undefined && !(await hasEntryBefore(database, startedAt));
    if (!isFirstStart)
      log[fault === undefined ? "info" : "warn"](
        { file: AUDIT_CHECKPOINT_FILE, fault },
        "No audit checkpoint found; starting a new one. Entries removed before this start cannot be detected.",
      );
  }
  const { head = AUDIT_START, problems } = await verifyAudit(database, checkpoint.head);
  if (problems.length > 0) {
    log.fatal({ problems, keptHead: checkpoint.head }, "the audit log verification failed");
    return false;
  }
  await writeAuditCheckpoint(dataDir, head);
  // Logs are kept elsewhere, too: whoever writes to the data folder does not write to them.
  log.info({ head }, "the audit log is intact");
  return true;
}

/**
 * Between the proofs, often: goes on from the kept head and keeps the new one, so that what is cut
 * off later is found, also when it was written after the last proof. What lies before the head is
 * left to the proof. False when the head is not in the audit log any more, or what follows does not
 * fit; without a head there is nothing to follow.
 */
export async function verifyNewEntries({ database, log, dataDir }: Deps): Promise<boolean> {
  const { head: checkpoint } = await readAuditCheckpoint(dataDir);
  if (checkpoint === undefined) return true;
  const isThere = await isInAuditLog(database, checkpoint);
  const { head, problems } = await verifyAudit(database, undefined, checkpoint);
  if (!isThere || problems.length > 0) {
    log.fatal({ problems, keptHead: checkpoint }, "the audit log verification failed");
    return false;
  }
  if (head !== undefined) await writeAuditCheckpoint(dataDir, head);
  return true;
}
