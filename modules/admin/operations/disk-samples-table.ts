/** SQL statements for hourly samples of database size and free disk space. */
import { deleteInBatches, type Queryable } from "#platform";

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

export interface DiskTrend {
  readonly databaseBytes: number;
  /** Bytes per day, by linear regression over the samples. Null without enough samples. */
  readonly databaseBytesPerDay: number | null;
  readonly freeBytesPerDay: number | null;
  /** Time between the first and the last sample. */
  readonly sampledMs: number;
}

/** Stores a sample, and deletes samples older than 90 days. */
export async function sampleDisk(
  database: Queryable,
  { now, freeBytes }: { readonly now: Date; readonly freeBytes: number | null },
): Promise<void> {
  await database.query(
    `insert into admin_disk_samples (at, database_bytes, free_bytes)
     values ($1, pg_database_size(current_database()), $2) on conflict do nothing`,
    [now, freeBytes],
  );
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await deleteInBatches(database, "admin_disk_samples", { where: "at < $1", values: [before] });
}

/** Returns the current size of the database and the trend of the samples since a time. */
export async function diskTrend(queryable: Queryable, since: Date): Promise<DiskTrend> {
  const [row] = await queryable.query<DiskTrend>(
    `select pg_database_size(current_database())::float8 as "databaseBytes",
       regr_slope(database_bytes, extract(epoch from at) / 86400) as "databaseBytesPerDay",
       regr_slope(free_bytes, extract(epoch from at) / 86400) as "freeBytesPerDay",
       coalesce(extract(epoch from max(at) - min(at)) * 1000, 0)::float8 as "sampledMs"
     from admin_disk_samples where at >= $1`,
    [since],
  );
  if (!row) throw new Error("an aggregate without a row");
  return row;
}
