/**
 * How many accepted shares of one connection count. The pool asks for one in three seconds; whoever
 * sends far more does not follow its difficulty, and would fill the journal for everybody. Pure.
 */
export interface ShareRate {
  /** Shares, less what has run off since they came. */
  readonly level: number;
  readonly atMs: number;
}

const PER_SECOND = 20;
/** A fast machine sends many until its difficulty has risen to what it can. */
const LEVEL_MAX = 30 * PER_SECOND;

export function startShareRate(nowMs: number): ShareRate {
  return { level: 0, atMs: nowMs };
}

/** With one share more; undefined: it is one too many. */
export function withShare(rate: ShareRate, nowMs: number): ShareRate | undefined {
  const next = levelAt(rate, nowMs) + 1;
  return next > LEVEL_MAX ? undefined : { level: next, atMs: nowMs };
}

export function levelAt({ level, atMs }: ShareRate, nowMs: number): number {
  const runOff = (Math.max(0, nowMs - atMs) / 1_000) * PER_SECOND;
  return Math.max(0, level - runOff);
}
