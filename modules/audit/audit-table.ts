/**
 * SQL statements for the audit log: one insert and several queries. Database triggers refuse
 * updates and deletes.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { AuditContent } from "./audit-hash.ts";

export interface AuditRow extends AuditContent {
  readonly prevHash: string;
  readonly hash: string;
}

const COLUMNS = `seq, at, actor, action, target, reason, before, after, prev_hash as "prevHash", hash, nonces`;

/** Serialises inserts, because each entry contains the previous entry's hash. */
export async function lockAudit(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('audit/entries', 0))");
}

export async function lastEntry(queryable: Queryable): Promise<AuditRow | undefined> {
  const [row] = await queryable.query<AuditRow>(
    `select ${COLUMNS} from audit_entries order by seq desc limit 1`,
  );
  return row;
}

export async function insertEntry(tx: DatabaseTransaction, row: AuditRow): Promise<void> {
  await tx.query(
    `insert into audit_entries (seq, at, actor, action, target, reason, before, after, prev_hash, hash, nonces)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
      row.nonces,
    ],
  );
}

export interface AuditFilter {
  /** If set, only entries whose actor or target is one of these user ids. */
  readonly people?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface AuditPlace {
  /** Exclusive upper bound of the entry numbers; undefined to start with the newest entry. */
  readonly beforeSeq: bigint | undefined;
  /** Exclusive lower bound of the entry numbers; undefined to end with the first entry. */
  readonly afterSeq?: bigint | undefined;
  readonly limit: number;
}

/**
 * Returns the range of entry numbers for a search by date, so that the search does not read the
 * whole log. Numbers follow time only approximately, because the clocks of concurrent processes
 * differ by less than a day. Therefore the range is extended by one day at each end.
 */
export async function placeOfDays(
  queryable: Queryable,
  { from, until }: Pick<AuditFilter, "from" | "until">,
): Promise<{ readonly afterSeq: bigint | undefined; readonly beforeSeq: bigint | undefined }> {
  const [row] = await queryable.query<{ after: bigint | null; before: bigint | null }>(
    `select
       (select seq from audit_entries where at < $1::timestamptz - interval '1 day' order by at desc limit 1) as after,
       (select seq from audit_entries where at >= $2::timestamptz + interval '1 day' order by at limit 1) as before`,
    [from ?? null, until ?? null],
  );
  return { afterSeq: row?.after ?? undefined, beforeSeq: row?.before ?? undefined };
}

/**
 * Returns all actors, including former administrators. There are few actors, so the query jumps
 * from one to the next in the index instead of scanning the log.
 */
export async function findActors(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ actor: string }>(
    `with recursive actors as (
       (select actor from audit_entries order by actor limit 1)
       union all
       select (select a.actor from audit_entries a where a.actor > actors.actor order by a.actor limit 1)
       from actors where actors.actor is not null
     )
     select actor from actors where actor is not null`,
  );
  return rows.map(({ actor }) => actor);
}

/** Returns matching entries, newest first. */
export function findEntries(
  queryable: Queryable,
  { limit, ...filter }: AuditFilter & AuditPlace,
): Promise<AuditRow[]> {
  const { values, rows } = newestOf(filter, limit);
  return queryable.query<AuditRow>(
    `select ${COLUMNS} from (${rows}) as newest order by seq desc`,
    values,
  );
}

/**
 * The indexed SQL expression. It must match the index definition exactly, or the planner does not
 * use the index.
 */
const TEXT = `lower((action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text) collate "C")`;
const RANGE_BITS = 18n;
const SEQ_MAX = 2n ** 63n - 1n;

export interface NearEntries {
  readonly rows: AuditRow[];
  /** True if `rows` contains every match, because fewer than `nearest` entries pass the filter. */
  readonly isAll: boolean;
}

/**
 * Searches the newest `nearest` entries that pass the filter for the text. Returns at most `limit`
 * entries.
 */
export async function findTextNear(
  queryable: Queryable,
  {
    text,
    nearest,
    limit,
    ...filter
  }: AuditFilter & AuditPlace & { readonly text: string; readonly nearest: number },
): Promise<NearEntries> {
  const { values, rows: newest } = newestOf(filter, nearest);
  values.push(text);
  const nearRows = await queryable.query<{ among: number } & (AuditRow | { seq: null })>(
    `with near as materialized (${newest})
     select among.count as among, found.* from (select count(*)::int from near) as among
     left join lateral (
       select ${COLUMNS} from near where position(lower($${values.length} collate "C") in ${TEXT}) > 0
       order by seq desc limit ${limit}
     ) as found on true order by found.seq desc`,
    values,
  );
  const rows = nearRows.flatMap(({ among: _among, ...row }) => (row.seq === null ? [] : [row]));
  return { rows, isAll: (nearRows[0]?.among ?? 0) < nearest };
}

/**
 * Returns the number of the index range that contains the entry. A search reads a few ranges at a
 * time instead of the whole log.
 */
export function rangeOf(seq: bigint): bigint {
  return seq >> RANGE_BITS;
}

/** Finds entries with the text index, in the ranges `first` to `last` inclusive. */
export function findTextIn(
  queryable: Queryable,
  search: AuditFilter &
    AuditPlace & { readonly text: string; readonly first: bigint; readonly last: bigint },
): Promise<AuditRow[]> {
  const { text, first, last, limit, ...filter } = search;
  const { values, where } = conditionsOf(filter);
  const next = (value: unknown) => `$${values.push(value)}`;
  const ranges = Array.from({ length: Number(last - first) + 1 }, (_, one) => first + BigInt(one));
  const inside = `array[(seq >> ${RANGE_BITS})::int] && ${next(ranges)}::int[]
    and seq between ${next(first << RANGE_BITS)}::bigint and ${next(((last + 1n) << RANGE_BITS) - 1n)}::bigint`;
  const matches = `select * from audit_entries where ${where} and ${inside} and ${hasText(text, next)}`;
  // "offset 0" forces the planner to use the text index. Otherwise, it may read the ranges in page
  // order, which for a rare text means reading all their entries.
  return queryable.query<AuditRow>(
    `select ${COLUMNS} from (${matches} offset 0) as found order by seq desc limit ${limit}`,
    values,
  );
}

function hasText(text: string, next: (value: unknown) => string): string {
  if (!isShort(text))
    return `${TEXT} like '%' || lower(${next(text.replaceAll(/[\\%_]/g, "\\$&"))} collate "C") || '%'`;
  const searched = `lower(${next(text)}::text collate "C")`;
  return `string_to_array(${TEXT}, null) @> string_to_array(${searched}, null) and position(${searched} in ${TEXT}) > 0`;
}

/**
 * Returns whether the text has only one or two characters, which is too short for trigrams. Such a
 * text is searched in an index of single characters, so each match must still be checked for the
 * text itself.
 */
export function isShort(text: string): boolean {
  return Array.from(text.toLowerCase()).length <= 2;
}

/**
 * Returns the entries that pass the filter, newest first. With `people`, looks up each person's
 * newest entries in the index, because a scan could read many other entries first.
 */
function newestOf(
  { people, ...filter }: AuditFilter & Omit<AuditPlace, "limit">,
  limit: number,
): { readonly values: unknown[]; readonly rows: string } {
  const { values, where } = conditionsOf(filter);
  const newest = `order by seq desc limit ${limit}`;
  if (people === undefined)
    return { values, rows: `select * from audit_entries where ${where} ${newest}` };
  const by = (column: "actor" | "target") =>
    // Uses a range comparison with an order instead of "=". With "=", the planner scans all entries
    // if the actor wrote most of them.
    `(select * from audit_entries where ${column} is not null and ${where}
        and (${column}, seq) >= (person.id, 0) and (${column}, seq) <= (person.id, ${SEQ_MAX})
      order by ${column} desc, seq desc limit ${limit})`;
  values.push([...people]);
  return {
    values,
    rows: `select distinct on (seq) theirs.* from unnest($${values.length}::uuid[]) as person(id)
      cross join lateral (${by("actor")} union all ${by("target")}) as theirs ${newest}`,
  };
}

function conditionsOf(filter: AuditFilter & Omit<AuditPlace, "limit">): {
  readonly values: unknown[];
  readonly where: string;
} {
  const all = [
    ["seq < ?::bigint", filter.beforeSeq],
    ["(actor = any(?::uuid[]) or target = any(?::uuid[]))", filter.people && [...filter.people]],
    ["target = ?::uuid", filter.target],
    ["action = ?", filter.action],
    ["at >= ?::timestamptz", filter.from],
    ["at < ?::timestamptz", filter.until],
    ["seq > ?::bigint", filter.afterSeq],
  ] as const;
  const conditions = all.filter(([, value]) => value !== undefined);
  const where = conditions.map(([condition], at) => condition.replaceAll("?", `$${at + 1}`));
  return { values: conditions.map(([, value]) => value), where: ["true", ...where].join(" and ") };
}

/** Returns whether the log contains any action on this user other than a view. */
export async function wasChanged(queryable: Queryable, target: string): Promise<boolean> {
  const rows = await queryable.query(
    "select from audit_entries where target = $1 and action <> 'user.view' limit 1",
    [target],
  );
  return rows.length > 0;
}

/** Returns whether the actor performed this action on the target after `since`. */
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
    `select from audit_entries where target = $1 and actor = $2 and action = $3 and at > $4 limit 1`,
    [look.target, look.actor, look.action, look.since],
  );
  return rows.length > 0;
}

/**
 * An entry to verify. Includes the facts as stored text, because parsing could hide a difference.
 */
export interface WrittenRow extends AuditRow {
  /** False if the time has sub-millisecond digits, which the hash does not cover. */
  readonly isWholeMs: boolean;
  readonly beforeText: string;
  readonly afterText: string;
}

/**
 * Returns entries after `afterSeq`, oldest first. Returns more than `limit` rows only if an entry
 * number exists twice, so that both rows are in the same batch and the duplicate is detected.
 * Inserts never create duplicates.
 */
export function nextEntries(
  queryable: Queryable,
  { afterSeq, limit }: { readonly afterSeq: bigint; readonly limit: number },
): Promise<WrittenRow[]> {
  return queryable.query<WrittenRow>(
    `select ${COLUMNS}, date_trunc('milliseconds', at) = at as "isWholeMs",
       before::text as "beforeText", after::text as "afterText"
     from audit_entries where seq > $1 order by seq fetch first ($2) rows with ties`,
    [afterSeq, limit],
  );
}

/** Returns entry numbers below 1, which exist only if someone bypassed the database's triggers. */
export async function straySeqs(queryable: Queryable, limit: number): Promise<bigint[]> {
  const rows = await queryable.query<{ seq: bigint }>(
    "select coalesce(seq, 0) as seq from audit_entries where seq is null or seq < 1 order by seq limit $1",
    [limit],
  );
  return rows.map(({ seq }) => seq);
}

export async function hasEntryBefore(queryable: Queryable, time: Date): Promise<boolean> {
  const rows = await queryable.query("select from audit_entries where at < $1 limit 1", [time]);
  return rows.length > 0;
}
