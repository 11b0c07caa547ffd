/**
 * SQL of the announcements at the top of every page. They only grow; the newest that has begun
 * counts. One that was still to begin when another was written never begins: the newer word is what
 * is planned.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface Banner {
  readonly id: string;
  /** Empty: nothing is shown. */
  readonly text: string;
  readonly severity: "info" | "warning";
  readonly from: Date;
  /** Null: until it is taken down. */
  readonly until: Date | null;
  readonly setAt: Date;
  readonly setBy: string;
}

const COLUMNS = `id, text, severity, shown_from as "from", shown_until as until, set_at as "setAt", set_by as "setBy"`;

/** Until the end of the transaction nobody else sets one. */
export async function lockBanners(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('admin/banners', 0))");
}

/** Newest first. */
export async function recentBanners(queryable: Queryable, limit: number): Promise<Banner[]> {
  return queryable.query<Banner>(
    `select ${COLUMNS} from admin_banners order by position desc limit $1`,
    [limit],
  );
}

/**
 * The one that decides what is shown at `at`, also when it says nothing or has ended: an older one
 * does not come back. One that was written to begin at once has begun, whatever the clocks of two
 * servers say.
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
