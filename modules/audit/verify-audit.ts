/**
 * Recomputes the audit log from its first entry and says what does not fit, also a tail that was
 * cut off. It does so in stretches that follow one another: none holds a transaction or the event
 * loop, however long the audit log is.
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

/** Before the first entry. */
export const AUDIT_START: AuditHead = { seq: 0n, hash: GENESIS_HASH };

/** What is recomputed without a pause takes some milliseconds. */
const BATCH = 250;
export const AUDIT_PROBLEMS_MAX = 20;

/**
 * `checkpoint` is a head noted down earlier, outside the database: without it a shortened trail
 * looks whole. Stops after 20 problems. Told to begin `from` an entry it looks only at what comes
 * after it.
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
  /** The last entry that was looked at; the next stretch goes on after it. */
  readonly last: AuditHead;
  /** There was nothing after it. */
  readonly isEnd: boolean;
  readonly problems: readonly AuditProblem[];
}

/**
 * At most `limit` entries after one that was looked at before; fewer when 20 problems were found.
 */
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
  // An entry that was kept lies in one stretch: in this one, when it is beyond none of its ends.
  const isHere = checkpoint && checkpoint.seq > after.seq && (isEnd || checkpoint.seq <= last.seq);
  if (isHere && checkpointHash !== checkpoint.hash)
    problems.push({ seq: checkpoint.seq, text: "is not the entry whose hash was kept" });
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
  return seqs.map((seq) => ({ seq, text: "stands before the first entry" }));
}

function faultsOf(row: WrittenRow, last: AuditHead): AuditProblem[] {
  const texts = [
    row.seq === last.seq + 1n ? "" : orderFault(row.seq, last.seq),
    row.prevHash === last.hash ? "" : "does not carry the hash of the entry before it",
    isUnchanged(row) ? "" : "was changed: its hash does not fit",
  ];
  return texts.filter((text) => text !== "").map((text) => ({ seq: row.seq, text }));
}

function orderFault(seq: bigint, lastSeq: bigint): string {
  return seq === lastSeq ? "stands there twice" : `follows ${lastSeq}: entries are missing`;
}

function isUnchanged(row: WrittenRow): boolean {
  const { at, before, beforeText, after, afterText } = row;
  // Values that no insert of ours leaves, and that could not even be hashed.
  if (!(at instanceof Date) || Number.isNaN(at.getTime()) || !row.isWholeMs) return false;
  if (beforeText !== factsText(before) || afterText !== factsText(after)) return false;
  return row.hash === auditHash(row.prevHash, row);
}

/**
 * Facts as jsonb writes them. What was read of 1.0, or of a number too long for us, is written as
 * another one.
 */
function factsText(facts: AuditFacts | null): string {
  const pairs = Object.entries(facts ?? {});
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ")}}`;
}
