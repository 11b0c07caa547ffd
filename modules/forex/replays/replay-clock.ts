/**
 * Computes a replay's time, which advances at the replay's pace while the market is open and skips
 * closed hours.
 */
import { closesAt, opensAt } from "#market";

export interface ReplayClock {
  /** Market time at which the replay was last stored. */
  readonly clockAt: Date;
  /** Real time at which the replay's market time was `clockAt`. */
  readonly setAt: Date;
  /** Market seconds per real second. */
  readonly pace: number;
  readonly jumpTo: Date | null;
}

/**
 * Returns the market time in milliseconds since 1970, at most `endMs`. After the server's clock was
 * set back, the market time stays at `clockAt` until the clock has caught up.
 */
export function replayTime(
  { clockAt, setAt, pace, jumpTo }: ReplayClock,
  { nowMs, endMs }: { readonly nowMs: number; readonly endMs: number },
): number {
  if (jumpTo) return Math.min(endMs, opensAt(jumpTo.getTime()));
  const passedMs = Math.max(0, nowMs - setAt.getTime()) * pace;
  return Math.min(endMs, afterOpenMs(clockAt.getTime(), passedMs, endMs));
}

/** Returns the time that is `passedMs` of open market hours after `fromMs`. */
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
