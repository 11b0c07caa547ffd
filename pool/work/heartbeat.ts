/**
 * Says from time to time that this pool runs and what it is at; sweeps what has served its time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock, Database, Log } from "#platform";
import { writeHeartbeat, writeStopped, type Heartbeat, type Instance } from "./instances-table.ts";
import { sweepShares } from "./sweep-shares.ts";

type Look = Omit<Heartbeat, "at">;

interface HeartbeatParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instance: Instance;
  readonly look: () => Look;
  /** Also while the database is away. */
  readonly onBeat: (look: Look) => void;
}

const BEAT_MS = 2_000;
const SWEEP_MS = 600_000;

export function startHeartbeat(parts: HeartbeatParts): { stop(): Promise<void> } {
  const { database, clock, log, instance, look, onBeat } = parts;
  const stopping = new AbortController();
  let sweptAtMs = 0;
  let wasAway = false;

  const beat = async (): Promise<void> => {
    const seen = look();
    onBeat(seen);
    const now = clock.now();
    await writeHeartbeat(database, instance, { ...seen, at: now });
    if (now.getTime() - sweptAtMs < SWEEP_MS) return;
    const isMore = await sweepShares(database, now);
    if (!isMore) sweptAtMs = now.getTime();
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
