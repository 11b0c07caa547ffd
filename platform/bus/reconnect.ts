/**
 * Reopens a broken connection, with increasing delays, until the caller closes the connection.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../process/log.ts";

export interface LineTimes {
  readonly connectMsMax: number;
  readonly answerMsMax: number;
  readonly beatMs: number;
  readonly pauseMsMin: number;
  readonly pauseMsMax: number;
}

export const lineTimes: LineTimes = {
  connectMsMax: 5_000,
  answerMsMax: 5_000,
  beatMs: 5_000,
  pauseMsMin: 250,
  pauseMsMax: 10_000,
};

export interface StandingPlan {
  readonly log: Log;
  readonly times: LineTimes;
  readonly closing: AbortSignal;
  /** Opens a connection and resolves when the connection breaks. Rejects if it cannot be opened. */
  readonly live: () => Promise<void>;
}

/** Keeps the connection open. Resolves after the connection is closed and all timers have ended. */
export async function keepStanding({ log, times, closing, live }: StandingPlan): Promise<void> {
  let pauseMs = times.pauseMsMin;
  while (!closing.aborted) {
    const startedAt = performance.now();
    const failure = await live().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (closing.aborted) return;
    log.warn({ error: failure }, "events do not reach other processes at the moment");
    if (performance.now() - startedAt > times.beatMs) pauseMs = times.pauseMsMin;
    await sleep(pauseMs, undefined, { signal: closing }).catch(() => undefined);
    pauseMs = Math.min(times.pauseMsMax, pauseMs * 2);
  }
}
