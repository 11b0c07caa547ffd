/** The time of a replay: it runs at its pace while its market is open and skips closed hours. */
import { closesAt, opensAt } from "#market";

export interface ReplayClock {
  /** Market time. */
  readonly clockAt: Date;
  /** Real time at which the replay was at `clockAt`. */
  readonly setAt: Date;
  /** Market seconds per second. */
  readonly pace: number;
  readonly jumpTo: Date | null;
}

/** Milliseconds since 1970, at most `endMs`. Stands still after the server's clock was set back. */
export function replayTime(
  { clockAt, setAt, pace, jumpTo }: ReplayClock,
  { nowMs, endMs }: { readonly nowMs: number; readonly endMs: number },
): number {
  if (jumpTo) return Math.min(endMs, opensAt(jumpTo.getTime()));
  const passedMs = Math.max(0, nowMs - setAt.getTime()) * pace;
  return Math.min(endMs, afterOpenMs(clockAt.getTime(), passedMs, endMs));
}

/** Adds `passedMs` of open market time. */
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
