/**
 * Computes day candles for the time before the installation's first day, from the ECB's daily
 * rates. Each candle runs from one fixing to the next, because prices in between are unknown.
 */
import {
  fixingPrice,
  loadFixings,
  newYorkClose,
  openingOf,
  type Candle,
  type Instrument,
} from "#market";

type Fixings = Awaited<ReturnType<typeof loadFixings>>;

let cachedFixings: Promise<Fixings> | undefined;

/** Returns the newest `count` candles that end by `untilMs`, oldest first. */
export async function fixingCandles(
  instrument: Instrument,
  untilMs: number,
  count: number,
): Promise<Candle[]> {
  cachedFixings ??= loadFixings();
  const fixings = await cachedFixings;
  const end = fixings.findLastIndex(({ day }) => newYorkClose(day) <= untilMs) + 1;
  const rows = fixings.slice(Math.max(0, end - count - 1), end);
  return rows.slice(1).map((fixing, index) => {
    const before = rows[index] ?? fixing;
    const [o, c] = [fixingPrice(before, instrument), fixingPrice(fixing, instrument)];
    const range = { o, h: Math.max(o, c), l: Math.min(o, c), c };
    const timeMs = openingOf(fixing.day);
    return { timeMs, bid: range, mid: range, ask: range, volume: 1, complete: true };
  });
}
