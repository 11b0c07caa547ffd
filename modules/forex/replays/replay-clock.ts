/** The time that a replay shows: it runs at its pace while its market is open, else it skips. */
import { closesAt, opensAt } from "#market";

export interface ReplayClock {
  /** The market's time. */
  readonly clockAt: Date;
  /** When it stood there. */
  readonly setAt: Date;
  /** Seconds of the market in one. */
  readonly pace: number;
  readonly jumpTo: Date | null;
}

/** Milliseconds since 1970, at most `endMs`. A server's clock that went back stands still. */
export function replayTime(
  { clockAt, setAt, pace, jumpTo }: ReplayClock,
  { nowMs, endMs }: { readonly nowMs: number; readonly endMs: number },
): number {
  if (jumpTo) return Math.min(endMs, opensAt(jumpTo.getTime()));
  const passedMs = Math.max(0, nowMs - setAt.getTime()) * pace;
  return Math.min(endMs, afterOpenMs(clockAt.getTime(), passedMs, endMs));
}

/** So much later by the hours in which the market was open. */
function afterOpenMs(fromMs: number, passedMs: number, endMs: number): number {
  let timeMs = opensAt(fromMs);
  let remainingMs = passedMs;
  while (timeMs < endMs) {
    const untilClose = closesAt(timeMs) - timeMs;
    if (remainingMs < untilClose) return timeMs + remainingMs;
    remainingMs -= untilClose;
    timeMs = opensAt(timeMs + untilClose);
  }
  return endMs;
}
