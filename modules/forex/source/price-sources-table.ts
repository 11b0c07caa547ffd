/** SQL statements for announced price sources. Announcements are never deleted. */
import type { DatabaseTransaction, Queryable } from "#platform";

export type LiveSource = "practice" | "oanda";

export interface PriceSource {
  readonly position: bigint;
  readonly source: LiveSource;
  readonly fromAt: Date;
  readonly movedAt: Date | null;
}

/** Returns all announcements, oldest first. */
export async function priceSources(queryable: Queryable): Promise<PriceSource[]> {
  return queryable.query<PriceSource>(
    `select position, source, from_at as "fromAt", moved_at as "movedAt" from forex_price_sources order by position`,
  );
}

/**
 * Returns all announcements, oldest first. Blocks further announcements until the end of the
 * transaction.
 */
export async function lockPriceSources(tx: DatabaseTransaction): Promise<PriceSource[]> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('forex/price-sources', 0))");
  return priceSources(tx);
}

export async function insertPriceSource(
  tx: DatabaseTransaction,
  {
    source,
    fromAt,
    movedAt,
    now,
  }: { source: LiveSource; fromAt: Date; movedAt: Date | null; now: Date },
): Promise<void> {
  await tx.query(
    "insert into forex_price_sources (source, announced_at, from_at, moved_at) values ($1, $2, $3, $4)",
    [source, now, fromAt, movedAt],
  );
}

export async function markMoved(
  queryable: Queryable,
  { position }: Pick<PriceSource, "position">,
  now: Date,
): Promise<void> {
  await queryable.query(
    "update forex_price_sources set moved_at = $2 where position = $1 and moved_at is null",
    [position, now],
  );
}
