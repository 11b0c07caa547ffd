/**
 * Says from time to time that this pool runs and what it is at; sweeps what has served its time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isTimeBelieved, type Clock, type Database, type Log } from "#platform";
import { writeHeartbeat, writeStopped, type Heartbeat, type Instance } from "./instances-table.ts";
import { sweepShares } from "./sweep-shares.ts";

type PoolStatus = Omit<Heartbeat, "at">;

interface HeartbeatDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instance: Instance;
  /** Marked as stopped with the first heartbeat: a process that was killed did not say so. */
  readonly endedInstanceId?: string | undefined;
  readonly readStatus: () => PoolStatus;
  /** Also while the database is away. */
  readonly onBeat: (status: PoolStatus) => void;
  /** Whether this clock is that of the database, as far as a question can tell. */
  readonly onClock: (isRight: boolean) => void;
}

const BEAT_MS = 2_000;
const SWEEP_MS = 600_000;

const SKEW_MS_MAX = 2_000;

/** What the way there and back leaves open does not count against the clocks. */
export function isClockRight(times: {
  readonly sent: Date;
  readonly received: Date;
  readonly theirs: Date;
}): boolean {
  const [sent, received, theirs] = [times.sent, times.received, times.theirs].map((at) =>
    at.getTime(),
  );
  const roundTripMs = Math.max(0, (received ?? 0) - (sent ?? 0));
  const aheadMs = ((sent ?? 0) + (received ?? 0)) / 2 - (theirs ?? 0);
  return Math.abs(aheadMs) - roundTripMs / 2 < SKEW_MS_MAX;
}

export function startHeartbeat(deps: HeartbeatDeps): { stop(): Promise<void> } {
  const { database, clock, log, instance, readStatus, onBeat, onClock } = deps;
  const stopping = new AbortController();
  let sweptAtMs = -Infinity;
  let wasAway = false;
  let ended = deps.endedInstanceId;

  const beat = async (): Promise<void> => {
    const status = readStatus();
    onBeat(status);
    const now = clock.now();
    const theirs = await writeHeartbeat(database, instance, { ...status, at: now });
    onClock(isClockRight({ sent: now, received: clock.now(), theirs }));
    if (ended !== undefined) await writeStopped(database, ended, now);
    ended = undefined;
    if (performance.now() - sweptAtMs < SWEEP_MS) return;
    // Nothing is old by a clock that may be wrong.
    const isMore = (await isTimeBelieved(database, now)) && (await sweepShares(database, now));
    if (!isMore) sweptAtMs = performance.now();
  };

  const beating = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await beat();
        wasAway = false;
      } catch (error) {
        if (!wasAway) log.warn({ error }, "the pool cannot say how it is");
        wasAway = true;
      }
      await sleep(BEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await beating;
      await writeStopped(database, instance.id, clock.now()).catch(() => undefined);
    },
  };
}
