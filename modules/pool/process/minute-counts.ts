/**
 * Approximates a connection's counts for the last minute: the current minute so far, plus the
 * matching fraction of the previous minute.
 */
export interface MinuteCounts {
  startMs: number;
  shares: number;
  rejects: number;
  before: { readonly shares: number; readonly rejects: number };
}

const MINUTE_MS = 60_000;
const NONE = { shares: 0, rejects: 0 };

export function startCounts(nowMs: number): MinuteCounts {
  return { startMs: nowMs, shares: 0, rejects: 0, before: NONE };
}

/** Starts a new minute if the current minute is over. Call this more often than once per minute. */
export function rollCounts(counts: MinuteCounts, nowMs: number): void {
  if (nowMs - counts.startMs < MINUTE_MS) return;
  counts.before = { shares: counts.shares, rejects: counts.rejects };
  counts.startMs = nowMs;
  counts.shares = 0;
  counts.rejects = 0;
}

export function lastMinute({ startMs, before, ...now }: MinuteCounts, nowMs: number) {
  const share = Math.min(1, Math.max(0, 1 - (nowMs - startMs) / MINUTE_MS));
  return {
    shares: now.shares + before.shares * share,
    rejects: now.rejects + before.rejects * share,
  };
}
