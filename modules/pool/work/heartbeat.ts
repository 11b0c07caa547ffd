/** Writes the pool's state to the database every two seconds and deletes expired rows. */
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
  /**
   * Id of an earlier run that has ended. A killed process cannot mark its own run as stopped, so
   * the first heartbeat of the next run does.
   */
  readonly endedInstanceId?: string | undefined;
  readonly readStatus: () => PoolStatus;
  /** Called at each heartbeat, even during a database outage. */
  readonly onBeat: (status: PoolStatus) => void;
  /**
   * Called with true if the local clock agrees with the database's clock, within the accuracy of a
   * query.
   */
  readonly onClock: (isRight: boolean) => void;
}

const BEAT_MS = 2_000;
const SWEEP_MS = 600_000;

const SKEW_MS_MAX = 2_000;

/** True if the clocks agree within the accuracy that the query's round trip allows. */
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
    // Delete nothing while the local clock may be wrong.
    const isMore = (await isTimeBelieved(database, now)) && (await sweepShares(database, now));
    if (!isMore) sweptAtMs = performance.now();
  };

  const beating = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await beat();
        wasAway = false;
      } catch (error) {
        if (!wasAway) log.warn({ error }, "writing the pool's heartbeat failed");
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
