/**
 * SQL statements for the days that administrators added. Rows are never changed or deleted, and the
 * newest row applies.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface AddedDays {
  readonly headers: readonly string[];
  readonly cents: readonly number[];
  readonly carriedDays: readonly number[];
}

export interface SeriesVersion extends AddedDays {
  readonly id: string;
  /**
   * End of the built-in series at the time of the upload: its number of headers (`afterHeaders`)
   * and the day of its last price (`afterDay`).
   */
  readonly afterHeaders: number;
  readonly afterDay: string;
  readonly lastDay: string;
  readonly source: string;
  readonly setAt: Date;
  readonly setBy: string;
}

const COLUMNS = `id, headers, cents, carried_days as "carriedDays", after_headers as "afterHeaders",
  to_char(after_day, 'YYYY-MM-DD') as "afterDay", to_char(last_day, 'YYYY-MM-DD') as "lastDay", source, set_at as "setAt", set_by as "setBy"`;

/** Returns the newest version's id, or undefined if no days were added. */
export async function newestVersionId(queryable: Queryable): Promise<string | undefined> {
  const [row] = await queryable.query<{ id: string }>(
    "select id from history_versions order by position desc limit 1",
  );
  return row?.id;
}

export async function newestVersion(queryable: Queryable): Promise<SeriesVersion | undefined> {
  const [row] = await queryable.query<SeriesVersion>(
    `select ${COLUMNS} from history_versions order by position desc limit 1`,
  );
  return row;
}

/** Blocks other uploads until the end of the transaction. */
export async function lockVersions(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('history/versions', 0))");
}

export async function insertVersion(
  tx: DatabaseTransaction,
  version: SeriesVersion,
): Promise<void> {
  const { id, headers, cents, carriedDays, afterHeaders, afterDay, lastDay } = version;
  const { source, setAt, setBy } = version;
  await tx.query(
    `insert into history_versions (id, headers, cents, carried_days, after_headers, after_day, last_day, source, set_at, set_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, headers, cents, carriedDays, afterHeaders, afterDay, lastDay, source, setAt, setBy],
  );
}
