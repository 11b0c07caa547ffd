/**
 * SQL statements for the audit log: one insert, and queries. The database refuses updates and
 * deletes.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { AuditContent } from "./audit-hash.ts";

export interface AuditRow extends AuditContent {
  readonly prevHash: string;
  readonly hash: string;
}

const COLUMNS = `seq, at, actor, action, target, reason, before, after, prev_hash as "prevHash", hash`;

/** Serialises inserts, because each entry needs the hash of the previous one. */
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
    `insert into audit_entries (seq, at, actor, action, target, reason, before, after, prev_hash, hash)
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
  /** Only entries whose actor or target is one of these ids. */
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
 * whole log. Numbers follow the time only approximately, because the clocks of concurrent processes
 * differ, but by less than a day. Therefore the range is extended by a day on both sides.
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
 * Returns all actors, including former administrators. There are only a few, so the query jumps
 * from one actor to the next by the index instead of scanning the log.
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

/** Returns entries, newest first. `beforeSeq` is optional. */
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
 * The indexed SQL expression. The planner uses the index only if this expression matches it
 * exactly.
 */
const TEXT = `lower((action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text) collate "C")`;
const RANGE_BITS = 18n;
const SEQ_MAX = 2n ** 63n - 1n;

export interface NearEntries {
  /** Matching entries, newest first. */
  readonly rows: AuditRow[];
  /** True if `rows` is complete, because fewer than `nearest` entries match the filter. */
  readonly isAll: boolean;
}

/**
 * Searches for the text in the newest `nearest` entries that match the filter. Returns at most
 * `limit` entries.
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
 * Returns the number of the range that contains an entry. A search reads a few ranges at a time,
 * never the whole log.
 */
export function rangeOf(seq: bigint): bigint {
  return seq >> RANGE_BITS;
}

/** Finds entries by the text index, in the ranges from `first` to `last` inclusive. */
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
  // "offset 0" forces the index search. Otherwise the planner may read the ranges in page order,
  // and for a rare text it would read all of their entries.
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
 * Returns whether the text has one or two characters, which is too short for trigrams. Short texts
 * use an index of single characters, so matching entries must still be checked for the text itself.
 */
export function isShort(text: string): boolean {
  return Array.from(text.toLowerCase()).length <= 2;
}

/**
 * Returns the entries that match the filter, newest first. With `people`, looks up each person's
 * newest entries by index, because a scan might have to read many other entries first.
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
    // A range comparison with an order replaces "=". With "=", the planner would scan all entries
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

/** Returns true if the log contains any action on this user other than a view. */
export async function wasChanged(queryable: Queryable, target: string): Promise<boolean> {
  const rows = await queryable.query(
    "select from audit_entries where target = $1 and action <> 'user.view' limit 1",
    [target],
  );
  return rows.length > 0;
}

/** Returns true if the actor performed this action on the target after `since`. */
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
 * An entry to verify. It also contains its facts as the database's text, because a difference could
 * be lost in parsing.
 */
export interface WrittenRow extends AuditRow {
  /** False if the time has digits below a millisecond, which the hash does not cover. */
  readonly isWholeMs: boolean;
  readonly beforeText: string;
  readonly afterText: string;
}

/**
 * Returns entries newer than `afterSeq`, oldest first. Returns more than `limit` rows only if a
 * number exists twice, so that a duplicate is not split between two batches and missed. No insert
 * creates duplicates.
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

/** Returns entry numbers below 1. They exist only if someone bypassed the database's guard. */
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
