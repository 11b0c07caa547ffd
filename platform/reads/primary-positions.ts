/**
 * Tracks the primary's WAL position. A caller receives a position after every commit that preceded
 * its call. Only one query runs at a time, and callers that arrive during a query share the next
 * query.
 */
import type { Queryable } from "../database/database.ts";
import { readPosition, type WalPosition } from "./wal-position.ts";

export interface PrimaryPositions {
  /** Returns a position after every commit acknowledged before the call. Throws Outage. */
  now(): Promise<WalPosition>;
  /** Returns the last known position. Undefined if no position has been read yet. */
  latest(): WalPosition | undefined;
  /**
   * Returns a position that includes every commit older than `ageMsMax`. Undefined if no such
   * position is known.
   */
  within(ageMsMax: number): WalPosition | undefined;
  /**
   * Returns an upper bound, in milliseconds, of the delay of a server that has replayed this
   * position. Undefined if the delay is unknown.
   */
  delayMs(replayed: WalPosition): number | undefined;
}

interface Sample {
  /** Time of the query for the position. */
  readonly atMs: number;
  readonly position: WalPosition;
}

const SAMPLE_EVERY_MS = 200;
const SAMPLES_MAX = 150;
const POSITION = "select pg_current_wal_lsn()::text as position";

/**
 * Starts tracking. Calls `restarted` after a failover that lost acknowledged writes, because the
 * new primary has a different WAL.
 */
export function followPrimary(
  primary: Queryable,
  restarted: (position: WalPosition) => void,
  nowMs: () => number = () => performance.now(),
): PrimaryPositions {
  const samples: Sample[] = [];
  let latest: WalPosition | undefined;
  let asking: Promise<unknown> = Promise.resolve();
  let next: Promise<WalPosition> | undefined;

  const ask = async (): Promise<WalPosition> => {
    next = undefined;
    const atMs = nowMs();
    const [row] = await primary.query<{ position: string }>(POSITION);
    const position = readPosition(row?.position ?? "");
    if (position === undefined) throw new Error("the primary returned no WAL position");
    if (latest !== undefined && position < latest) {
      samples.splice(0);
      restarted(position);
    }
    latest = position;
    if (atMs - (samples.at(-1)?.atMs ?? -Infinity) >= SAMPLE_EVERY_MS)
      samples.push({ atMs, position });
    if (samples.length > SAMPLES_MAX) samples.shift();
    return position;
  };

  return {
    now() {
      if (next) return next;
      const mine = asking.then(ask, ask);
      next = mine;
      asking = mine;
      return mine;
    },
    latest: () => latest,
    within(ageMsMax) {
      const fromMs = nowMs() - ageMsMax;
      return samples.find(({ atMs }) => atMs >= fromMs)?.position;
    },
    delayMs(replayed) {
      const reached = samples.findLast(({ position }) => position <= replayed);
      return reached && nowMs() - reached.atMs;
    },
  };
}
