/**
 * Tracks the WAL position of the primary. A caller gets a position behind every commit before its
 * call. Callers that arrive during a query share the next one, so that a crowd costs one query at a
 * time.
 */
import type { Queryable } from "../database/database.ts";
import { readPosition, type WalPosition } from "./wal-position.ts";

export interface PrimaryPositions {
  /** Returns a position behind every commit acknowledged before the call. Throws Outage. */
  now(): Promise<WalPosition>;
  /** The last known position; undefined before the first. */
  latest(): WalPosition | undefined;
  /**
   * A server at this position lacks nothing older than `ageMsMax`. Undefined if that is unknown.
   */
  within(ageMsMax: number): WalPosition | undefined;
  /**
   * The maximal delay of a server at this position, in milliseconds. Undefined if that is unknown.
   */
  delayMs(replayed: WalPosition): number | undefined;
}

interface Sample {
  /** The time of the query. */
  readonly atMs: number;
  readonly position: WalPosition;
}

const SAMPLE_EVERY_MS = 200;
const SAMPLES_MAX = 150;
const POSITION = "select pg_current_wal_lsn()::text as position";

/**
 * `restarted` is called when a failover without all acknowledged writes has started another log.
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
