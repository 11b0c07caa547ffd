/**
 * How far the primary's log has come. Who asks after a commit learns a place behind it; all who ask
 * while a question is under way share the next one, so that a crowd costs one question at a time.
 */
import type { Queryable } from "../database/database.ts";
import { readPosition, type WalPosition } from "./wal-position.ts";

export interface PrimaryPositions {
  /** Behind all that was acknowledged before this was called. Throws Outage. */
  now(): Promise<WalPosition>;
  /** The last answer; undefined: there was none yet. */
  latest(): WalPosition | undefined;
  /** Who has come there lacks nothing that is older than `ageMsMax`; undefined: nobody can tell. */
  within(ageMsMax: number): WalPosition | undefined;
  /** What a server that has come there may lack at most, in milliseconds; undefined: not known. */
  delayMs(replayed: WalPosition): number | undefined;
}

interface Sample {
  /** When it was asked for. */
  readonly atMs: number;
  readonly position: WalPosition;
}

const SAMPLE_EVERY_MS = 200;
const SAMPLES_MAX = 150;
const POSITION = "select pg_current_wal_lsn()::text as position";

/** `restarted`: after a failover that lost what was not acknowledged the log is another one. */
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
    if (position === undefined) throw new Error("the primary tells no position");
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
