/**
 * Proves the whole trail against the head that was kept here, and keeps its new one: only that of a
 * whole trail. A first start, which writes entries of its own before it proves any, says nothing of
 * a head that is missing.
 */
import type { Database, Log } from "#platform";
import { hasEntryBefore } from "./audit-table.ts";
import { keepHead, KEPT_HEAD_FILE, readKeptHead } from "./audit-checkpoint.ts";
import { isInTrail, TRAIL_START, verifyAudit } from "./verify-audit.ts";

interface Parts {
  readonly database: Database;
  readonly log: Log;
  readonly dataDir: string;
  /** Of the process, unless told. */
  readonly startedAt?: Date;
}

/** False when it is not whole, which stands in the log. */
export async function proveTrail({
  database,
  log,
  dataDir,
  startedAt = new Date(performance.timeOrigin),
}: Parts): Promise<boolean> {
  const kept = await readKeptHead(dataDir);
  if (kept.head === undefined) {
    const { fault } = kept;
    const isFirstStart = fault === undefined && !(await hasEntryBefore(database, startedAt));
    if (!isFirstStart)
      log[fault === undefined ? "info" : "warn"](
        { file: KEPT_HEAD_FILE, fault },
        "No audit checkpoint found; starting a new one. Entries removed before this start cannot be detected.",
      );
  }
  const { head = TRAIL_START, problems } = await verifyAudit(database, kept.head);
  if (problems.length > 0) {
    log.fatal({ problems, keptHead: kept.head }, "the audit trail is not whole");
    return false;
  }
  await keepHead(dataDir, head);
  // Logs are kept elsewhere, too: whoever writes to the data folder does not write to them.
  log.info({ head }, "the audit trail is whole");
  return true;
}

/**
 * Between the proofs, often: goes on from the kept head and keeps the new one, so that what is cut
 * off later is found, also when it was written after the last proof. What lies before the head is
 * left to the proof. False when the head is not in the trail any more, or what follows does not
 * fit; without a head there is nothing to follow.
 */
export async function followTrail({ database, log, dataDir }: Parts): Promise<boolean> {
  const { head: kept } = await readKeptHead(dataDir);
  if (kept === undefined) return true;
  const isThere = await isInTrail(database, kept);
  const { head, problems } = await verifyAudit(database, undefined, kept);
  if (!isThere || problems.length > 0) {
    log.fatal({ problems, keptHead: kept }, "the audit trail is not whole");
    return false;
  }
  if (head !== undefined) await keepHead(dataDir, head);
  return true;
}
