/**
 * Generates consecutive days of the practice market from one root, for tests that simulate many
 * days.
 */
import {
  daySeed,
  firstStart,
  nextTradingDay,
  openDay,
  startAfter,
  type AnnualRates,
  type DayStart,
  type PracticeDay,
} from "#market";

/** Central bank policy rates of around April 2026, in units of 10^-6. */
export const RATES: AnnualRates = {
  EUR: 20_000,
  GBP: 37_500,
  AUD: 38_500,
  NZD: 22_500,
  CAD: 22_500,
  CHF: 0,
  JPY: 7_500,
  SEK: 17_500,
  NOK: 40_000,
  PLN: 40_000,
  USD: 36_250,
};

/** Returns the root for a small number. The same number always returns the same root. */
export function rootOf(seed: number): Uint8Array {
  const root = new Uint8Array(32);
  new DataView(root.buffer).setUint32(0, seed);
  return root;
}

/** Generates days of a model. By default, this is the newest one. */
export function* practiceDays(
  seed: number,
  firstDay: number,
  model?: string,
): Generator<PracticeDay> {
  const root = rootOf(seed);
  const first = firstStart(nextTradingDay(firstDay));
  let start: DayStart = { ...first, model: model ?? first.model };
  for (;;) {
    const day = openDay(start, daySeed(root, start.day));
    yield day;
    start = startAfter(day, () => RATES, model);
  }
}
