/**
 * How hard one connection's shares are, so that each sends about 18 a minute whatever its speed.
 * Pure. Speed is judged from difficulty over time, not from counts: shares of older jobs were
 * easier or harder than those asked for now.
 */
import { MICROS_MAX, MICROS_MIN } from "./difficulty.ts";

export interface Vardiff {
  /** Of the jobs to come, in millionths. */
  readonly micros: number;
  readonly minimumMicros: number;
  /** The owner chose it; it moves only against a flood. */
  readonly isFixed: boolean;
  readonly beganAtMs: number;
  /** Since when work is counted. */
  readonly sinceMs: number;
  readonly workMicros: number;
  readonly shares: number;
  /** A share was refused since then because there were too many: no reason for easier ones. */
  readonly isAboveRate: boolean;
}

/** 4.3 million hashes: a CPU finds one within seconds. */
const START_MICROS = 1_000;
const SHARES_PER_SECOND = 18 / 60;
const FLOOD_PER_SECOND = 10;
const YOUNG_MS = 30_000;
const YOUNG_SHARES = 8;
const WINDOW_MS = 60_000;
/** Far below the time without a share after which a connection ends. */
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

/** From here on it begins at what the client asked for. */
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

/** `micros`: of the job that the share was found for. */
export function counted(vardiff: Vardiff, micros: number): Vardiff {
  return {
    ...vardiff,
    workMicros: vardiff.workMicros + micros,
    shares: vardiff.shares + 1,
  };
}

/** A valid share that is refused because there are too many: it still shows the speed. */
export function countedAboveRate(vardiff: Vardiff, micros: number): Vardiff {
  return { ...counted(vardiff, micros), isAboveRate: true };
}

/**
 * Called after each share and from time to time; returns the same object while nothing is due.
 * `fairPerSecond` is what the connection's network allows each of its connections: with many of
 * them each is asked for half of that.
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
  // Fewer shares take longer to tell a speed from.
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

/** At that difficulty, counting anew. */
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
