/** Measures the event loop's delay, which adds to the duration of every request. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface EventLoop {
  /** Longest delay in the current and the previous minute. */
  worstMs(): number;
  /**
   * False if each of the last five checks was more than a second late. A single late check is only
   * a pause, but five in a row mean that the event loop hangs.
   */
  isLive(): boolean;
  close(): void;
}

const RESOLUTION_MS = 20;
const WINDOW_MS = 60_000;
const NANOSECONDS_PER_MS = 1e6;
const CHECK_MS = 1_000;
const CHECKS = 5;
const LATE_MS = 1_000;

export function watchEventLoop(): EventLoop {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let worstBefore = 0;
  const window = setInterval(() => {
    worstBefore = delay.max;
    delay.reset();
  }, WINDOW_MS);
  const lateness = latenessOfChecks();
  let lookedAt = performance.now();
  const checks = setInterval(() => {
    const now = performance.now();
    lateness.note(now - lookedAt - CHECK_MS);
    lookedAt = now;
  }, CHECK_MS);
  window.unref();
  checks.unref();
  return {
    worstMs: () => Math.max(worstBefore, delay.count === 0 ? 0 : delay.max) / NANOSECONDS_PER_MS,
    isLive: lateness.isLive,
    close() {
      clearInterval(window);
      clearInterval(checks);
      delay.disable();
    },
  };
}

/** Implements the rule of `isLive` without a clock: the caller reports how late each check was. */
export function latenessOfChecks() {
  let last: readonly number[] = [];
  return {
    note: (lateMs: number) => void (last = [...last, lateMs].slice(-CHECKS)),
    isLive: () => last.length < CHECKS || last.some((lateMs) => lateMs <= LATE_MS),
  };
}
