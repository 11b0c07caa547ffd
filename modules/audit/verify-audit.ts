/**
 * Recomputes the audit log's hashes from the first entry and reports every mismatch, including the
 * removal of the newest entries. The log is verified in ranges, so that a long log needs no long
 * transaction and does not block the event loop.
 */
import type { Queryable } from "#platform";
import { auditHash, GENESIS_HASH, type AuditFacts } from "./audit-hash.ts";
import { nextEntries, straySeqs, type WrittenRow } from "./audit-table.ts";
import type { AuditHead } from "./record-audit.ts";

export interface AuditProblem {
  readonly seq: bigint;
  readonly text: string;
}

export interface AuditReport {
  readonly entries: number;
  readonly head: AuditHead | undefined;
  readonly problems: readonly AuditProblem[];
}

/** Position before the first entry. */
export const AUDIT_START: AuditHead = { seq: 0n, hash: GENESIS_HASH };

/** Entries per batch. One batch blocks the event loop for a few milliseconds. */
const BATCH = 250;
export const AUDIT_PROBLEMS_MAX = 20;

/**
 * Verifies the log and stops after 20 problems. `checkpoint` is an entry that was stored earlier
 * outside the database. Without it, a log whose newest entries were removed looks valid. With
 * `from`, verifies only the entries after that entry.
 */
export async function verifyAudit(
  queryable: Queryable,
  checkpoint?: AuditHead,
  from = AUDIT_START,
): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  let entries = 0;
  for (let after = from; ;) {
    const range = await verifyRange(queryable, { after, limit: BATCH, checkpoint });
    entries += range.entries;
    problems.push(...range.problems);
    after = range.last;
    if (!range.isEnd && problems.length < AUDIT_PROBLEMS_MAX) continue;
    const head = entries === 0 ? undefined : after;
    return { entries, head, problems: problems.slice(0, AUDIT_PROBLEMS_MAX) };
  }
}

export interface AuditRange {
  readonly entries: number;
  /** The last verified entry; the next range starts after it. */
  readonly last: AuditHead;
  readonly isEnd: boolean;
  readonly problems: readonly AuditProblem[];
}

/** Verifies at most `limit` entries after the verified entry `after`. Stops after 20 problems. */
export async function verifyRange(
  queryable: Queryable,
  from: {
    readonly after: AuditHead;
    readonly limit: number;
    readonly checkpoint?: AuditHead | undefined;
  },
): Promise<AuditRange> {
  const { after, limit, checkpoint } = from;
  const problems: AuditProblem[] = [];
  let last = after;
  let entries = 0;
  let isEnd = false;
  let checkpointHash: string | undefined;
  if (after.seq === AUDIT_START.seq) problems.push(...(await strays(queryable)));
  while (!isEnd && entries < limit && problems.length < AUDIT_PROBLEMS_MAX) {
    const wanted = Math.min(BATCH, limit - entries);
    const batch = await nextEntries(queryable, { afterSeq: last.seq, limit: wanted });
    for (const row of batch) {
      problems.push(...faultsOf(row, last));
      if (row.seq === checkpoint?.seq) checkpointHash = row.hash;
      last = { seq: row.seq, hash: row.hash };
    }
    entries += batch.length;
    isEnd = batch.length < wanted;
  }
  // The checkpoint is checked once, in the range that contains its entry number.
  const isHere = checkpoint && checkpoint.seq > after.seq && (isEnd || checkpoint.seq <= last.seq);
  if (isHere && checkpointHash !== checkpoint.hash)
    problems.push({ seq: checkpoint.seq, text: "does not match the checkpoint" });
  return { entries, last, isEnd, problems };
}

export async function isInAuditLog(
  queryable: Queryable,
  { seq, hash }: AuditHead,
): Promise<boolean> {
  if (seq === AUDIT_START.seq) return true;
  const [entry] = await nextEntries(queryable, { afterSeq: seq - 1n, limit: 1 });
  return entry?.seq === seq && entry.hash === hash;
}

async function strays(queryable: Queryable): Promise<AuditProblem[]> {
  const seqs = await straySeqs(queryable, AUDIT_PROBLEMS_MAX);
  return seqs.map((seq) => ({ seq, text: "has a number below 1" }));
}

function faultsOf(row: WrittenRow, last: AuditHead): AuditProblem[] {
  const texts = [
    row.seq === last.seq + 1n ? "" : orderFault(row.seq, last.seq),
    row.prevHash === last.hash ? "" : "does not contain the hash of the previous entry",
    isUnchanged(row) ? "" : "was changed: its hash does not match",
  ];
  return texts.filter((text) => text !== "").map((text) => ({ seq: row.seq, text }));
}

function orderFault(seq: bigint, lastSeq: bigint): string {
  return seq === lastSeq
    ? "has the same number as another entry"
    : `follows ${lastSeq}: entries in between are missing`;
}

function isUnchanged(row: WrittenRow): boolean {
  const { at, before, beforeText, after, afterText } = row;
  // The audit insert never writes such values, and `auditHash` cannot represent them.
  if (!(at instanceof Date) || Number.isNaN(at.getTime()) || !row.isWholeMs) return false;
  if (beforeText !== factsText(before) || afterText !== factsText(after)) return false;
  return row.hash === auditHash(row.prevHash, row);
}

/**
 * Returns the facts formatted like PostgreSQL's jsonb. If JavaScript changes a value when parsing
 * it, such as 1.0 or a very long number, the result differs from the stored text.
 */
function factsText(facts: AuditFacts | null): string {
  const pairs = Object.entries(facts ?? {});
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ")}}`;
}
