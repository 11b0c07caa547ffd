/** How far the ticks were walked, with where trailing stops stood then: in one transaction. */
import type { Database, Queryable } from "#platform";
import { readEngine } from "../book/close-day.ts";
import { moveOrders } from "../book/orders-table.ts";

/** Undefined before the engine's first round. */
export async function processedUntil(queryable: Queryable): Promise<number | undefined> {
  return (await readEngine(queryable))?.processedAt?.getTime();
}

/** Never back: a clock that went back walks nothing twice. */
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
