/**
 * Counts hits per key in fixed one-minute windows, in this process's memory. At most `keysMax`
 * windows are kept. Above this limit, the oldest window is removed.
 */
import type { Network } from "./network-of.ts";

const WINDOW_MS = 60_000;
const KEYS_MAX = 50_000;

interface Window {
  readonly startedAtMs: number;
  hits: number;
}

/**
 * Creates the counters. `elapsedMs` is a monotonic clock. With the system clock, users could be
 * locked out after the clock is set back.
 */
export function createWindows(elapsedMs: () => number, keysMax = KEYS_MAX) {
  const windows = new Map<string, Window>();
  const count = (key: string, max: number): number => {
    const now = elapsedMs();
    const current = windows.get(key);
    if (current && now - current.startedAtMs < WINDOW_MS) {
      current.hits += 1;
      return current.hits > max ? WINDOW_MS - (now - current.startedAtMs) : 0;
    }
    // Reinserts the window at the end, so that the map stays ordered by window start.
    windows.delete(key);
    windows.set(key, { startedAtMs: now, hits: 1 });
    if (windows.size > keysMax) {
      const [oldest] = windows.keys();
      if (oldest !== undefined) windows.delete(oldest);
    }
    return 0;
  };
  const waitMs = (key: string, max: number): number => {
    const current = windows.get(key);
    const leftMs = current ? WINDOW_MS - (elapsedMs() - current.startedAtMs) : 0;
    return current && leftMs > 0 && current.hits >= max ? leftMs : 0;
  };
  return {
    /**
     * Counts a hit. Returns 0 if it is allowed, or the milliseconds until the next hit is allowed.
     */
    count,
    /** Returns what `count` would return, without counting. */
    waitMs,
    /**
     * Counts a hit like `count` in all networks of one origin, narrowest first. If a network
     * refuses the hit, wider networks do not count it.
     */
    countIn(networks: readonly Network[], max: number, prefix = ""): number {
      for (const { name, factor } of networks) {
        const ms = count(prefix + name, max * factor);
        if (ms > 0) return ms;
      }
      return 0;
    },
    /** Returns what `countIn` would return, without counting. */
    waitMsOf(networks: readonly Network[], max: number): number {
      return Math.max(0, ...networks.map(({ name, factor }) => waitMs(name, max * factor)));
    },
    get size() {
      return windows.size;
    },
  };
}
