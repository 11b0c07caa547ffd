/** An alert in the worker's memory. */
import type { AlertRow } from "./alerts-table.ts";

export interface WatchedAlert {
  readonly row: AlertRow;
  /** The alert fires only at ticks after this time. */
  afterMs: number;
  /** True if the condition is met. Undefined until the first price. */
  isMet: boolean | undefined;
}

/** A condition that became true. */
export interface Firing {
  readonly row: AlertRow;
  readonly timeMs: number;
  readonly value: bigint;
}

/** `progressMs` is the saved progress, up to which earlier processes have evaluated the alert. */
export function watchedFrom(row: AlertRow, progressMs: number): WatchedAlert {
  const { armedAt, isWatched, firedAt, foundAt, repeatSeconds } = row;
  const armedMs = armedAt.getTime();
  const isFiredSince = firedAt !== null && firedAt > armedAt;
  const pausedMs =
    isFiredSince && repeatSeconds !== null
      ? pauseEnd(repeatSeconds, firedAt.getTime(), foundAt?.getTime() ?? 0)
      : -Infinity;
  return {
    row,
    afterMs: Math.max(armedMs, isWatched ? progressMs : armedMs, pausedMs),
    isMet: undefined,
  };
}

/**
 * Notes whether the condition is true at a tick. Returns true if it has become true and the alert
 * fires. An alert that repeats then pauses.
 */
export function notice(
  watched: WatchedAlert,
  isMet: boolean,
  { timeMs, nowMs }: { readonly timeMs: number; readonly nowMs: number },
): boolean {
  const wasMet = watched.isMet;
  watched.isMet = isMet;
  if (wasMet !== false || !isMet || timeMs <= watched.afterMs) return false;
  const { expiresAt, repeatSeconds } = watched.row;
  if (expiresAt !== null && timeMs > expiresAt.getTime()) return false;
  watched.afterMs = repeatSeconds === null ? Infinity : pauseEnd(repeatSeconds, timeMs, nowMs);
  return true;
}

/** Minimum delay between a crossing and its evaluation for the crossing to count as found late. */
export const LATE_MS = 15_000;

/**
 * Returns the time until which an alert that repeats stays silent. After an outage, the pause
 * begins when the crossing was found, so that the user gets one message about the outage.
 */
function pauseEnd(repeatSeconds: number, firedMs: number, foundMs: number): number {
  const fromMs = foundMs - firedMs > LATE_MS ? foundMs : firedMs;
  return fromMs + repeatSeconds * 1_000;
}
