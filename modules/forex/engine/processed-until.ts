/**
 * Stores the last processed tick together with the positions of trailing stops at that tick, in one
 * transaction.
 */
import type { Database, Queryable } from "#platform";
import { readEngine } from "../book/close-day.ts";
import { moveOrders } from "../book/orders-table.ts";

/** Undefined before the engine's first round. */
export async function processedUntil(queryable: Queryable): Promise<number | undefined> {
  return (await readEngine(queryable))?.processedAt?.getTime();
}

/** Never moves back, so that no tick is processed twice after the clock was set back. */
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
