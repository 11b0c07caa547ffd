/**
 * Verifies the whole audit log against the stored checkpoint. If the log is valid, stores a new
 * checkpoint. The first start logs no warning about the missing checkpoint, although the log
 * already contains entries by then.
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
  /** Defaults to the start time of this process. */
  readonly startedAt?: Date;
}

/** Verifies the log. If the log is invalid, logs the problems and returns false. */
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
  // The newest entry is also logged, because server logs are often stored on another machine, where
  // an attacker with access to the data folder cannot change them.
  log.info({ head }, "the audit log is intact");
  return true;
}

/**
 * Verifies the entries after the checkpoint and advances the checkpoint, so that a later removal of
 * these entries is detected. Runs frequently between full verifications, which also cover earlier
 * entries. Returns false if the checkpoint's entry is missing or a new entry does not match. Does
 * nothing without a checkpoint.
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
