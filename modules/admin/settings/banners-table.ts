/**
 * SQL statements for announcements. Rows are append-only, and the newest row that has started is
 * shown. A planned announcement is cancelled if a newer row is written before it starts.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface Banner {
  readonly id: string;
  /** Text of the announcement; empty after it was taken down. */
  readonly text: string;
  readonly severity: "info" | "warning";
  readonly from: Date;
  /** Null if the announcement stays until it is taken down. */
  readonly until: Date | null;
  readonly setAt: Date;
  readonly setBy: string;
}

const COLUMNS = `id, text, severity, shown_from as "from", shown_until as until, set_at as "setAt", set_by as "setBy"`;

/** Serialises changes of announcements until the transaction ends. */
export async function lockBanners(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('admin/banners', 0))");
}

/** Returns at most `limit` announcements, newest first. */
export async function recentBanners(queryable: Queryable, limit: number): Promise<Banner[]> {
  return queryable.query<Banner>(
    `select ${COLUMNS} from admin_banners order by position desc limit $1`,
    [limit],
  );
}

/**
 * Returns the row that determines the announcement at `at`. The row may be empty or have ended; an
 * older announcement is then not shown again. A row without a planned start has always started,
 * whatever the differences between the servers' clocks.
 */
export async function findBegun(queryable: Queryable, at: Date): Promise<Banner | undefined> {
  const [banner] = await queryable.query<Banner>(
    `select ${COLUMNS} from admin_banners banner
     where (shown_from <= $1 or shown_from = set_at) and not exists (select from admin_banners newer
       where newer.position > banner.position and newer.set_at < banner.shown_from
         and banner.shown_from > banner.set_at)
     order by position desc limit 1`,
    [at],
  );
  return banner;
}

export async function insertBanner(tx: DatabaseTransaction, banner: Banner): Promise<void> {
  await tx.query(
    `insert into admin_banners (id, text, severity, shown_from, shown_until, set_at, set_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      banner.id,
      banner.text,
      banner.severity,
      banner.from,
      banner.until,
      banner.setAt,
      banner.setBy,
    ],
  );
}
