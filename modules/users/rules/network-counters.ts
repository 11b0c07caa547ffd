/**
 * Counts requests per network in the database. Each request is counted in the networks that contain
 * its origin, narrowest first, and counting stops at the first network whose limit is exceeded. A
 * refused network therefore does not use up the limits of the wider networks that it shares with
 * its neighbours.
 */
import {
  networksOf,
  type Database,
  type DatabaseTransaction,
  type Origin,
  type Queryable,
} from "#platform";
import { addHit, countHit, hitsSoFar, type RateWindow } from "./rate-counters-table.ts";

export interface NetworkWindow extends RateWindow {
  readonly origin: Origin;
  /** Limit for a single IPv4 address. Wider networks have higher limits. */
  readonly max: number;
}

/** Counts a request in a separate statement. Returns true if the request exceeds a limit. */
export function countNetworkHit(database: Database, window: NetworkWindow): Promise<boolean> {
  return exceeds(window, (one) => countHit(database, one));
}

/** Works like `countNetworkHit`, but in the caller's transaction. */
export function addNetworkHit(tx: DatabaseTransaction, window: NetworkWindow): Promise<boolean> {
  return exceeds(window, (one) => addHit(tx, one));
}

/** Returns true if one more request would exceed a limit. */
export function isNetworkAtLimit(queryable: Queryable, window: NetworkWindow): Promise<boolean> {
  return exceeds(window, async (one) => (await hitsSoFar(queryable, one)) + 1);
}

async function exceeds(
  { key, origin, max, windowMs, now }: NetworkWindow,
  hits: (window: RateWindow) => Promise<number>,
): Promise<boolean> {
  for (const { name, factor } of networksOf(origin)) {
    const count = await hits({ key: `${key}/${name}`, windowMs, now });
    if (count > max * factor) return true;
  }
  return false;
}
