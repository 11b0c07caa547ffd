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

export interface AuditFilter {
  /** Who did it or to whom: one of these ids. */
  readonly people?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly action?: string | undefined;
  /** Anywhere in action, reason and facts, in any case; % and _ are themselves. */
  readonly text?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Newest first, older than `beforeSeq` when given. */
export function findEntries(
  queryable: Queryable,
  {
    beforeSeq,
    limit,
    ...filter
  }: AuditFilter & { readonly beforeSeq: bigint | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  const values: unknown[] = [];
  const where = conditionsOf({ beforeSeq, ...filter }).map(([condition, value]) => {
    values.push(value);
    return condition.replaceAll("?", `$${String(values.length)}`);
  });
  values.push(limit);
  return queryable.query<AuditRow>(
    `select ${COLUMNS} from admin_audit where ${["true", ...where].join(" and ")}
     order by seq desc limit $${String(values.length)}`,
    values,
  );
}

function conditionsOf(
  filter: AuditFilter & { readonly beforeSeq: bigint | undefined },
): (readonly [condition: string, value: unknown])[] {
  const text = filter.text?.replaceAll(/[\\%_]/g, "\\$&");
  const all = [
    ["seq < ?::bigint", filter.beforeSeq],
    ["(actor = any(?::uuid[]) or target = any(?::uuid[]))", filter.people && [...filter.people]],
    ["target = ?::uuid", filter.target],
    ["action = ?", filter.action],
    [
      "lower(action || ' ' || coalesce(reason, '') || ' ' || before || ' ' || after) like '%' || lower(?) || '%'",
      text,
    ],
    ["at >= ?::timestamptz", filter.from],
    ["at < ?::timestamptz", filter.until],
  ] as const;
  return all.filter(([, value]) => value !== undefined);
}

/** Whether this actor did this to this person since then. */
export async function hasEntrySince(
  queryable: Queryable,
  look: {
    readonly actor: string;
    readonly target: string;
    readonly action: string;
    readonly since: Date;
  },
): Promise<boolean> {
  const rows = await queryable.query(
    `select from admin_audit where target = $1 and actor = $2 and action = $3 and at > $4 limit 1`,
    [look.target, look.actor, look.action, look.since],
  );
  return rows.length > 0;
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
