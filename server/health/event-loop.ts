/** How late the event loop is. Everybody's requests wait as long as it does. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface EventLoop {
  /** The longest that it was late in the minute under way and the one before. */
  worstMs(): number;
  /**
   * False when it was late by more than a second at each of the last five looks: once is a pause,
   * five times is stuck.
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

/** The rule of `isLive`, without a clock. */
export function latenessOfChecks() {
  let last: readonly number[] = [];
  return {
    note: (lateMs: number) => void (last = [...last, lateMs].slice(-CHECKS)),
    isLive: () => last.length < CHECKS || last.some((lateMs) => lateMs <= LATE_MS),
  };
}
