/**
 * How many accepted shares count, of one connection or of one network. The pool asks each
 * connection for one in three seconds; a client that sends far more does not follow its difficulty,
 * and would fill the journal for all miners. Pure.
 */
export interface ShareRate {
  /** Shares, less those that have run off since they came. */
  readonly level: number;
  readonly atMs: number;
}

export const PER_SECOND = 20;
/** A fast machine sends many until its difficulty has risen to its speed. */
const BURST_SECONDS = 30;

export function startShareRate(nowMs: number): ShareRate {
  return { level: 0, atMs: nowMs };
}

/** With one more share; undefined if that is one too many. */
export function withShare(
  rate: ShareRate,
  nowMs: number,
  perSecond = PER_SECOND,
): ShareRate | undefined {
  const level = levelAt(rate, nowMs, perSecond) + 1;
  return level > BURST_SECONDS * perSecond ? undefined : { level, atMs: nowMs };
}

export function levelAt({ level, atMs }: ShareRate, nowMs: number, perSecond = PER_SECOND): number {
  const runOff = (Math.max(0, nowMs - atMs) / 1_000) * perSecond;
  return Math.max(0, level - runOff);
}
