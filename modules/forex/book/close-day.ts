/**
 * Closes the day at 17:00 New York time, when open positions are financed. An order that reached
 * the market just before 17:00 is either written already, so that its position is financed, or
 * refused. No order is written after the financing has begun.
 */
import type { Database, DatabaseTransaction, Queryable } from "#platform";

const LOCK = "hashtextextended('forex/close-day', 0)";

/**
 * Waits for orders that are being written. Afterwards, no order from before `closeMs` can be
 * written.
 */
export async function closeDay(database: Database, closeMs: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${LOCK})`);
    await tx.query(
      "update forex_engine set closed_at = $1 where closed_at is null or closed_at < $1",
      [new Date(closeMs)],
    );
  });
}

/** Blocks `closeDay` until the transaction ends. */
export async function keepDayOpen(tx: DatabaseTransaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK})`);
}

export interface EngineState {
  /** Time up to which every tick has been processed. */
  readonly processedAt: Date | null;
  /** Last 17:00 whose financing has begun. */
  readonly closedAt: Date | null;
}

export async function readEngine(queryable: Queryable): Promise<EngineState | undefined> {
  const [row] = await queryable.query<EngineState>(
    `select walked_at as "processedAt", closed_at as "closedAt" from forex_engine`,
  );
  return row;
}
