/**
 * Limits the accepted shares of a connection or a network. The pool adjusts each connection's
 * difficulty to about one share in three seconds. A client that sends far more is ignoring its
 * difficulty and would fill the journal for all miners.
 */
export interface ShareRate {
  /** Number of recent shares. The number falls by `PER_SECOND` each second. */
  readonly level: number;
  readonly atMs: number;
}

export const PER_SECOND = 20;
/** Allowed burst, because a fast machine sends many shares until its difficulty has adapted. */
const BURST_SECONDS = 30;

export function startShareRate(nowMs: number): ShareRate {
  return { level: 0, atMs: nowMs };
}

/** Adds a share to a rate. Returns undefined if the share would exceed the limit. */
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
