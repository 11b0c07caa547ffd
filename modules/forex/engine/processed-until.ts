/**
 * Stores the last processed tick and the trailing stops' prices at that tick, in one transaction.
 */
import type { Database, Queryable } from "#platform";
import { readEngine } from "../book/close-day.ts";
import { moveOrders } from "../book/orders-table.ts";

/** Returns the last processed tick, or undefined before the engine's first run. */
export async function processedUntil(queryable: Queryable): Promise<number | undefined> {
  return (await readEngine(queryable))?.processedAt?.getTime();
}

/**
 * Saves the last processed tick. The saved tick never moves back, so that no tick is processed
 * twice after the clock was set back.
 */
export async function saveProcessed(
  database: Database,
  timeMs: number,
  moved: Parameters<typeof moveOrders>[1],
): Promise<void> {
  await database.transaction(async (tx) => {
    await moveOrders(tx, moved);
    await tx.query(
      "update forex_engine set walked_at = $1 where walked_at is null or walked_at < $1",
      [new Date(timeMs)],
    );
  });
}
