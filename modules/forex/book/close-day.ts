/**
 * At 17:00 in New York what is open is financed. An order that met the market just before is either
 * written by then, and financed, or refused: none is written behind the engine's back.
 */
import type { Database, DatabaseTransaction, Queryable } from "#platform";

const LOCK = "hashtextextended('forex/close-day', 0)";

/** Waits for the orders that are being written, and lets no more of before `closeMs` in. */
export async function closeDay(database: Database, closeMs: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${LOCK})`);
    await tx.query(
      "update forex_engine set closed_at = $1 where closed_at is null or closed_at < $1",
      [new Date(closeMs)],
    );
  });
}

/** Until the transaction ends, no day is closed. */
export async function keepDayOpen(tx: DatabaseTransaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK})`);
}

export interface EngineState {
  /** Every tick until then is done. */
  readonly processedAt: Date | null;
  /** The last 17:00 whose financing has begun. */
  readonly closedAt: Date | null;
}

export async function readEngine(queryable: Queryable): Promise<EngineState | undefined> {
  const [row] = await queryable.query<EngineState>(
    `select walked_at as "processedAt", closed_at as "closedAt" from forex_engine`,
  );
  return row;
}
