/**
 * Limits the accepted shares of a connection or a network. The pool adjusts each connection's
 * difficulty to about one share per three seconds. A client with a far higher rate ignores its
 * difficulty and would fill the journal that all miners share.
 */
export interface ShareRate {
  /** Number of recent shares. Decreases by `PER_SECOND` each second. */
  readonly level: number;
  readonly atMs: number;
}

export const PER_SECOND = 20;
/** Allowed burst in seconds. A fast machine sends many shares until its difficulty is adjusted. */
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
