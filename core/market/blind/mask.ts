/**
 * Masks the prices of a blind replay. The price is divided by the price at the start, so that every
 * replay starts at 1.00000. A mirrored replay shows the inverse, so that a rise becomes a fall of
 * the same factor. The mask is applied to the path before prices are rounded and before the spread
 * is added: otherwise the price steps or the spread of the real pair would show through.
 */
import { CURRENCIES } from "../instruments/currencies.ts";
import { BLIND_PAIR } from "../instruments/blind-pair.ts";
import type { Instrument } from "../instruments/instruments.ts";
import type { DayRates } from "../history/day-rates.ts";
import { openingOf } from "../hours/market-hours.ts";
import type { Day } from "../hours/calendar.ts";
import type { PricePath } from "../path/price-path.ts";
import type { BlindSecret } from "./secret.ts";

export type PriceMask = Pick<BlindSecret, "instrument" | "isMirrored" | "scale">;

/** Returns the masked price of a real price. */
export function maskedPrice(price: number, { isMirrored, scale }: PriceMask): number {
  return isMirrored ? Number(scale) / price : price / Number(scale);
}

/** Returns the real price of a masked price. */
export function unmaskedPrice(price: number, { isMirrored, scale }: PriceMask): number {
  return isMirrored ? Number(scale) / price : price * Number(scale);
}

const COLUMNS = CURRENCIES.length;
const scratch = new Float64Array(COLUMNS);

/** Returns a real day's path as that of a fictional day, with a price for the blind pair only. */
export function maskedPath(real: PricePath, day: Day, mask: PriceMask): PricePath {
  const fromMs = openingOf(day);
  const realTime = (timeMs: number) => real.fromMs + (timeMs - fromMs);
  return {
    fromMs,
    untilMs: openingOf(day + 1),
    spreadTenths: ({ spreadTenths }) => spreadTenths,
    spreadAt: (timeMs) => real.spreadAt(realTime(timeMs)),
    isHalted: (instrument, timeMs) =>
      instrument !== BLIND_PAIR || real.isHalted(mask.instrument, realTime(timeMs)),
    levelsAt(timeMs, levels) {
      real.levelsAt(realTime(timeMs), scratch);
      writeMasked(scratch, levels, mask);
    },
  };
}

/** Returns a real day's rates as those of a fictional day. */
export function maskedRates(real: DayRates, day: Day, mask: PriceMask): DayRates {
  const levels = new Float64Array(real.levels.length);
  for (let at = 0; at < levels.length; at += COLUMNS)
    writeMasked(real.levels.subarray(at, at + COLUMNS), levels.subarray(at, at + COLUMNS), mask);
  const deviations = real.deviations.map((byId) => {
    const masked = new Float64Array(BLIND_PAIR.id + 1);
    masked[BLIND_PAIR.id] = byId[mask.instrument.id] ?? 0;
    return masked;
  });
  return { ...real, day, levels, deviations };
}

function writeMasked(real: Float64Array, levels: Float64Array, mask: PriceMask): void {
  levels.fill(0);
  const [price, dollar] = BLIND_PAIR.columns;
  levels[price] = maskedPrice(priceIn(real, mask.instrument), mask);
  levels[dollar] = 1;
}

function priceIn(levels: Float64Array, { columns: [base, quote] }: Instrument): number {
  return (levels[base] ?? 0) / (levels[quote] ?? 0);
}
