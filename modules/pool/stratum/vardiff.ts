/**
 * Adjusts a connection's share difficulty, so that a miner of any speed sends about 18 shares per
 * minute. The speed is the sum of difficulties divided by the time. Counting shares is not
 * sufficient, because shares for older jobs had a different difficulty.
 */
import { MICROS_MAX, MICROS_MIN } from "./difficulty.ts";

export interface Vardiff {
  /** Difficulty of future jobs, in millionths. */
  readonly micros: number;
  readonly minimumMicros: number;
  /**
   * True if the owner chose the difficulty. The pool changes such a difficulty only during a flood
   * of shares.
   */
  readonly isFixed: boolean;
  readonly beganAtMs: number;
  /** Start of the current measuring window, in milliseconds. */
  readonly sinceMs: number;
  readonly workMicros: number;
  readonly shares: number;
  /**
   * True if the rate limit rejected a share in this window. The difficulty must not fall in such a
   * window.
   */
  readonly isAboveRate: boolean;
}

/**
 * Initial difficulty, in millionths. It takes 4.3 million hashes, which is a few seconds for a CPU.
 */
const START_MICROS = 1_000;
const SHARES_PER_SECOND = 18 / 60;
const FLOOD_PER_SECOND = 10;
const YOUNG_MS = 30_000;
const YOUNG_SHARES = 8;
const WINDOW_MS = 60_000;
/**
 * Longest window. It is far shorter than the timeout after which a connection without shares is
 * closed.
 */
const WINDOW_MS_MAX = 180_000;
const TOLERANCE = 0.4;
const STEP = 4;
const MS_PER_SECOND = 1_000;

export function startVardiff(nowMs: number): Vardiff {
  return {
    micros: START_MICROS,
    minimumMicros: MICROS_MIN,
    isFixed: false,
    beganAtMs: nowMs,
    sinceMs: nowMs,
    workMicros: 0,
    shares: 0,
    isAboveRate: false,
  };
}

/** Restarts at the difficulty suggested by the client. */
export function suggested(vardiff: Vardiff, micros: number, nowMs: number): Vardiff {
  return vardiff.isFixed ? vardiff : moved(vardiff, micros, nowMs);
}

export function fixed(vardiff: Vardiff, micros: number, nowMs: number): Vardiff {
  return { ...moved(vardiff, micros, nowMs), isFixed: true };
}

export function withMinimum(vardiff: Vardiff, micros: number): Vardiff {
  const minimumMicros = Math.max(MICROS_MIN, micros);
  return { ...vardiff, minimumMicros, micros: Math.max(vardiff.micros, minimumMicros) };
}

/** Counts an accepted share. `micros` is the difficulty of the share's job. */
export function counted(vardiff: Vardiff, micros: number): Vardiff {
  return {
    ...vardiff,
    workMicros: vardiff.workMicros + micros,
    shares: vardiff.shares + 1,
  };
}

/**
 * Counts a valid share that was rejected by the rate limit, because the share still indicates the
 * miner's speed.
 */
export function countedAboveRate(vardiff: Vardiff, micros: number): Vardiff {
  return { ...counted(vardiff, micros), isAboveRate: true };
}

/**
 * Returns the state with an adjusted difficulty, or the same object if nothing changes. Must be
 * called after each share and at regular intervals. `fairPerSecond` is the limit per connection in
 * its network. In a network with many connections, the target rate is half of this limit.
 */
export function retargeted(
  vardiff: Vardiff,
  nowMs: number,
  fairPerSecond = Number.POSITIVE_INFINITY,
): Vardiff {
  const { micros, shares, sinceMs, workMicros } = vardiff;
  const elapsedMs = Math.max(1, nowMs - sinceMs);
  const targetPerSecond = Math.min(SHARES_PER_SECOND, fairPerSecond / 2);
  const floodPerSecond = Math.min(FLOOD_PER_SECOND, fairPerSecond);
  // At a lower share rate, measuring the speed takes longer.
  const windowMs = Math.min(WINDOW_MS_MAX, WINDOW_MS * (SHARES_PER_SECOND / targetPerSecond));
  const isFlood = shares >= YOUNG_SHARES && (shares / elapsedMs) * MS_PER_SECOND > floodPerSecond;
  const isYoung = nowMs - vardiff.beganAtMs < YOUNG_MS;
  const isDue = elapsedMs >= windowMs || (isYoung && shares >= YOUNG_SHARES) || isFlood;
  if (!isDue) return vardiff;
  if (vardiff.isFixed) return moved(vardiff, isFlood ? micros * STEP : micros, nowMs);
  const perSecond = (workMicros / elapsedMs) * MS_PER_SECOND;
  const ratio = perSecond / targetPerSecond / micros;
  const isClose = Math.abs(ratio - 1) <= TOLERANCE && !isYoung;
  const stepMin = vardiff.isAboveRate ? 1 : 1 / STEP;
  const step = isClose ? 1 : Math.min(STEP, Math.max(stepMin, ratio));
  return moved(vardiff, Math.round(micros * step), nowMs);
}

/** Sets the difficulty and starts a new window. */
function moved(vardiff: Vardiff, micros: number, nowMs: number): Vardiff {
  const within = Math.min(MICROS_MAX, Math.max(vardiff.minimumMicros, micros));
  return {
    ...vardiff,
    micros: within,
    sinceMs: nowMs,
    workMicros: 0,
    shares: 0,
    isAboveRate: false,
  };
}
