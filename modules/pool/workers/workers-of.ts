/** Lists all workers of a user, including workers that the owner removed from the list. */
import type { Queryable } from "#platform";
import { windowsAt } from "./measure.ts";
import { presentWorker } from "./present.ts";
import { readWorkers } from "./workers-table.ts";

/** Returns a user's workers, most recent share first. */
export async function workersOf(
  queryable: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
) {
  const since = windowsAt(now);
  const rows = await readWorkers(queryable, { userId, since });
  return rows.map((row) => presentWorker(row, since, now));
}
