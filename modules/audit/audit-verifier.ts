/**
 * Verifies the whole audit log against the stored checkpoint and, if the log is intact, stores a
 * new one. A first start does not warn about a missing checkpoint, although its log already has
 * entries.
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
  /** Default: the start of this process. */
  readonly startedAt?: Date;
}

/** Logs the problems and returns false if the audit log is not intact. */
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
  // Logs are often stored elsewhere, out of reach of an attacker who can write to the data folder.
  log.info({ head }, "the audit log is intact");
  return true;
}

/**
 * Runs often between full verifications. Verifies the entries after the checkpoint and moves it
 * forward, so that a later removal of new entries is detected. Earlier entries are left to the full
 * verification. Returns false if the checkpoint's entry is missing or a new entry does not fit.
 * Without a checkpoint there is nothing to do.
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
