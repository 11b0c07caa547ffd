/**
 * The only SQL on the audit log. It has an insert and reads, and the database refuses everything
 * else.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { AuditContent } from "./audit-hash.ts";

export interface AuditRow extends AuditContent {
  readonly prevHash: string;
  readonly hash: string;
}

const COLUMNS = `seq, at, actor, action, target, reason, before, after, prev_hash as "prevHash", hash`;

/** Entries follow one another: each needs the hash of the one before. */
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
  /** Who did it or to whom: one of these ids. */
  readonly people?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface AuditPlace {
  /** Undefined: from the newest on. */
  readonly beforeSeq: bigint | undefined;
  /** Undefined: to the first one. */
  readonly afterSeq?: bigint | undefined;
  readonly limit: number;
}

/**
 * The numbers between which days lie. Numbers follow the clock but for moments: programs that write
 * at once have clocks of their own, which differ by less than a day. So what was written a day
 * before and a day after bounds the days, and no search walks to them.
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
 * Whoever did anything, those too who are no administrators any more. From one to the next by the
 * index: they are few.
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

/** Newest first, older than `beforeSeq` when given. */
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
 * As the index has it, character by character: another spelling of the same would not be found by
 * it.
 */
const TEXT = `lower((action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text) collate "C")`;
const RANGE_BITS = 18n;
const SEQ_MAX = 2n ** 63n - 1n;

export interface NearEntries {
  /** Newest first. */
  readonly rows: AuditRow[];
  /** Nothing else fits the filter: whoever has the text is among the rows. */
  readonly isAll: boolean;
}

/**
 * Entries with the text among the nearest so many that fit the filter; of them, at most `limit`.
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
 * The stretch of the audit log that an entry lies in. A search takes some of them at a time, never
 * the whole audit log.
 */
export function rangeOf(seq: bigint): bigint {
  return seq >> RANGE_BITS;
}

/**
 * Entries with the text in the stretches from the first to the last, both included, by the index.
 */
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
  // "offset 0": read in the order of the page, a rare text would cost every entry of the stretches.
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
 * One or two characters have no group of three: they are found one by one, and what has them both
 * need not have the text.
 */
export function isShort(text: string): boolean {
  return Array.from(text.toLowerCase()).length <= 2;
}

/**
 * The newest that fit, newest first. Of many people the newest of each is looked up: walking to
 * them could be a long way.
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
    // A range and its order instead of "=": else, of one who did most of it, it is thought quicker
    // to walk all entries.
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

/** Whether anything was ever done to them; a look does nothing. */
export async function wasChanged(queryable: Queryable, target: string): Promise<boolean> {
  const rows = await queryable.query(
    "select from audit_entries where target = $1 and action <> 'user.view' limit 1",
    [target],
  );
  return rows.length > 0;
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
    `select from audit_entries where target = $1 and actor = $2 and action = $3 and at > $4 limit 1`,
    [look.target, look.actor, look.action, look.since],
  );
  return rows.length > 0;
}

/**
 * An entry to be checked: also how the database has it, where a value that was read could hide a
 * difference.
 */
export interface WrittenRow extends AuditRow {
  /** Nothing below a millisecond, which the hash does not cover. */
  readonly isWholeMs: boolean;
  readonly beforeText: string;
  readonly afterText: string;
}

/**
 * Oldest first, newer than `afterSeq`. More than `limit` only when a number stands there twice,
 * which nobody's insert does: a second one must not hide between two questions.
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

/** Numbers below the first one: only who got around the database's guard can have written them. */
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
