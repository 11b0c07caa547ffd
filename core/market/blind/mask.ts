/**
 * Masks the prices of a blind replay. The price is divided by the price at the start, so that every
 * replay starts at 1.00000. A mirrored replay shows the inverse, so that a rise becomes a fall of
 * the same factor. The mask is applied to the path before prices are rounded and before the spread
 * is added: otherwise the price steps or the spread of the real pair would show through.
 */
import { CURRENCIES } from "../instruments/currencies.ts";
import { BLIND_PAIR } from "../instruments/blind-pair.ts";
import type { Instrument } from "../instruments/instruments.ts";
import { BLOCK_STEPS, STEP_MS, type DayRates } from "../history/day-rates.ts";
import { openingOf } from "../hours/market-hours.ts";
import type { Day } from "../hours/calendar.ts";
import type { PricePath } from "../path/price-path.ts";
import { GAP_BLOCKS } from "../path/sessions.ts";
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
const HOUR_STEPS = 3_600_000 / STEP_MS;
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

/**
 * Returns a real day's rates as those of a fictional day. The time of the ECB's fixing is left out,
 * and all days have the same relative daily deviation. Volumes would otherwise show the fixing's
 * time, which depends on daylight saving, and the days without a fixing.
 */
export function maskedRates(
  real: DayRates,
  day: Day,
  { deviation, ...mask }: PriceMask & { readonly deviation: number },
): DayRates {
  const isKept = (step: number) =>
    step % HOUR_STEPS === 0 || (real.hasGap && step === GAP_BLOCKS * BLOCK_STEPS);
  const marks = [...real.steps.entries()].filter(([, step]) => isKept(step));
  const levels = new Float64Array(marks.length * COLUMNS);
  for (const [to, [from]] of marks.entries())
    writeMasked(columnsAt(real.levels, from), columnsAt(levels, to), mask);
  const byId = new Float64Array(BLIND_PAIR.id + 1);
  byId[BLIND_PAIR.id] = deviation;
  const steps = marks.map(([, step]) => step);
  return { ...real, day, steps, levels, deviations: steps.map(() => byId) };
}

function columnsAt(levels: Float64Array, index: number): Float64Array {
  return levels.subarray(index * COLUMNS, (index + 1) * COLUMNS);
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
