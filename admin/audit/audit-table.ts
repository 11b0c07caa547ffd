/** The only SQL on the audit trail. It has an insert and reads, and the database refuses everything else. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { AuditContent } from "./audit-hash.ts";

export interface AuditRow extends AuditContent {
  readonly prevHash: string;
  readonly hash: string;
}

const COLUMNS = `seq, at, actor, action, target, reason, before, after, prev_hash as "prevHash", hash`;

/** Entries follow one another: each needs the hash of the one before. */
export async function lockAudit(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('admin/audit', 0))");
}

export async function lastEntry(queryable: Queryable): Promise<AuditRow | undefined> {
  const [row] = await queryable.query<AuditRow>(
    `select ${COLUMNS} from admin_audit order by seq desc limit 1`,
  );
  return row;
}

export async function insertEntry(tx: DatabaseTransaction, row: AuditRow): Promise<void> {
  await tx.query(
    `insert into admin_audit (seq, at, actor, action, target, reason, before, after, prev_hash, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.seq,
      row.at,
      row.actor,
      row.action,
      row.target,
      row.reason,
      JSON.stringify(row.before),
      JSON.stringify(row.after),
      row.prevHash,
      row.hash,
    ],
  );
}

/** Newest first, older than `beforeSeq` when given. */
export function findEntries(
  queryable: Queryable,
  { beforeSeq, limit }: { readonly beforeSeq: bigint | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  return queryable.query<AuditRow>(
    `select ${COLUMNS} from admin_audit where $1::bigint is null or seq < $1 order by seq desc limit $2`,
    [beforeSeq ?? null, limit],
  );
}

/** Oldest first, newer than `afterSeq`. */
export function nextEntries(
  queryable: Queryable,
  { afterSeq, limit }: { readonly afterSeq: bigint; readonly limit: number },
): Promise<AuditRow[]> {
  return queryable.query<AuditRow>(
    `select ${COLUMNS} from admin_audit where seq > $1 order by seq limit $2`,
    [afterSeq, limit],
  );
}
