/** Chooses the candles around a trade, and converts prices for drawing. */
import { GRANULARITIES, type Granularity } from "#market";

const CHOICES = ["M1", "M5", "M15", "M30", "H1", "H4", "D"] as const satisfies Granularity[];
/** A trade covers at most this number of candles. */
const TRADE_BARS_MAX = 60;
/** Number of candles before the entry and after the exit. */
const AROUND = 20;
const COUNT_MAX = 500;

export interface TradeWindow {
  readonly granularity: Granularity;
  readonly count: number;
  /** End of the last candle. */
  readonly to: string;
  /** False if later candles belong to the chart but are still in the future. */
  readonly isWhole: boolean;
}

/** Returns the smallest granularity that fits the trade, with some candles on both sides. */
export function windowOf(of: {
  readonly openedMs: number;
  /** Undefined for an open trade. */
  readonly closedMs: number | undefined;
  readonly nowMs: number;
}): TradeWindow {
  const endMs = Math.max(of.openedMs, of.closedMs ?? of.nowMs);
  const lengthMs = endMs - of.openedMs;
  const granularity =
    CHOICES.find((choice) => lengthMs / GRANULARITIES[choice] <= TRADE_BARS_MAX) ?? "D";
  const barMs = GRANULARITIES[granularity];
  const wholeMs = endMs + AROUND * barMs;
  const toMs = Math.min(of.nowMs, wholeMs);
  const count = Math.ceil((toMs - of.openedMs) / barMs) + AROUND;
  return {
    granularity,
    count: Math.min(COUNT_MAX, Math.max(2 * AROUND, count)),
    to: new Date(toMs).toISOString(),
    isWhole: of.closedMs !== undefined && wholeMs <= of.nowMs,
  };
}

/** Returns the position of the last candle that begins at or before a time. */
export function placeAt(times: readonly string[], at: string): number {
  const atMs = Date.parse(at);
  return Math.max(
    0,
    times.findLastIndex((time) => Date.parse(time) <= atMs),
  );
}
