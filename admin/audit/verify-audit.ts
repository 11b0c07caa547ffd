/** Recomputes the audit trail from its first entry and says what does not fit, also a tail that was cut off. */
import type { Queryable } from "#platform";
import { auditHash, GENESIS_HASH } from "./audit-hash.ts";
import { nextEntries, type AuditRow } from "./audit-table.ts";
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

const BATCH = 1_000;
const PROBLEMS_MAX = 20;

/**
 * `keptHead` is a head noted down earlier, outside the database: without it a shortened trail looks whole. Reads in batches;
 * stops after 20 problems.
 */
export async function verifyAudit(
  queryable: Queryable,
  keptHead?: AuditHead,
): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  let last: AuditHead = { seq: 0n, hash: GENESIS_HASH };
  let entries = 0;
  let keptHash: string | undefined;
  for (;;) {
    const batch = await nextEntries(queryable, { afterSeq: last.seq, limit: BATCH });
    for (const row of batch) {
      problems.push(...faultsOf(row, last));
      if (row.seq === keptHead?.seq) keptHash = row.hash;
      last = { seq: row.seq, hash: row.hash };
      entries += 1;
    }
    if (batch.length < BATCH || problems.length >= PROBLEMS_MAX) break;
  }
  if (keptHead && keptHash !== keptHead.hash)
    problems.push({ seq: keptHead.seq, text: "is not the entry whose hash was kept" });
  return {
    entries,
    head: entries === 0 ? undefined : last,
    problems: problems.slice(0, PROBLEMS_MAX),
  };
}

function faultsOf(row: AuditRow, last: AuditHead): AuditProblem[] {
  const texts = [
    row.seq === last.seq + 1n ? "" : `follows ${last.seq}: entries are missing`,
    row.prevHash === last.hash ? "" : "does not carry the hash of the entry before it",
    row.hash === auditHash(row.prevHash, row) ? "" : "was changed: its hash does not fit",
  ];
  return texts.filter((text) => text !== "").map((text) => ({ seq: row.seq, text }));
}
