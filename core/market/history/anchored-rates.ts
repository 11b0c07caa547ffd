/**
 * Continues the ECB's rates to the start of a practice market. After the last rate, the rows are a
 * Brownian bridge that ends at the market's first prices, so that its chart continues without a
 * jump.
 */
import { newYorkClose, type Day } from "../hours/calendar.ts";
import { lastTradingDay, nextTradingDay } from "../hours/market-hours.ts";
import { timeOf, type Fixing } from "../fixings/fixings.ts";
import { mixed, normal } from "../replay/bridge.ts";
import { historyOf } from "../replay/history.ts";
import { varianceBetween } from "../replay/variance-clock.ts";

export interface AnchoredRates {
  readonly rows: readonly Fixing[];
  /** Time of the last real rate. */
  readonly lastRealMs: number;
  /** Last trading day before the market's first day. */
  readonly lastDay: Day;
}

/**
 * Returns the rows up to the close of the last day before the market's first day. `levels` are the
 * market's first prices: each currency's value in dollars at any common scale, with the dollar
 * last.
 */
export function anchoredRates(
  fixings: readonly Fixing[],
  firstDay: Day,
  levels: ArrayLike<number>,
): AnchoredRates {
  const lastDay = lastTradingDay(firstDay - 1);
  const real = fixings.filter(({ day }) => day < lastDay);
  const last = real.at(-1);
  const history = historyOf(real, real.length - 1);
  if (!last || !history) throw new RangeError("the market starts before the ECB's rates");
  const end = { day: lastDay, atMs: newYorkClose(lastDay), perEuro: ratesOf(levels) };
  const days: Day[] = [];
  for (let day = nextTradingDay(last.day + 1); day < lastDay; day = nextTradingDay(day + 1))
    days.push(day);
  const fromMs = timeOf(last);
  const whole = varianceBetween(fromMs, end.atMs);
  const walk = [...days.map((day) => ({ day, perEuro: [] })), end].map((row) => ({
    row,
    share: varianceBetween(fromMs, timeOf(row)) / whole,
  }));
  const sums = history.deviations.map(() => 0);
  const draws = history.deviations.map(() => 0);
  let before = 0;
  const places = walk.map(({ row, share }) => {
    const deviation = Math.sqrt((share - before) * whole);
    before = share;
    for (let column = 0; column < draws.length; column += 1)
      draws[column] = normal(mixed(row.day, column, TAIL));
    for (const [column, factors] of history.correlate.entries()) {
      const draw = factors.reduce((sum, factor, index) => sum + factor * (draws[index] ?? 0), 0);
      sums[column] = (sums[column] ?? 0) + draw * deviation * (history.deviations[column] ?? 0);
    }
    return { row, share, sums: [...sums] };
  });
  const bridged = places.slice(0, -1).map(({ row, share, sums: own }): Fixing => ({
    day: row.day,
    perEuro: own.map((sum, column) => {
      const [from, to] = [last.perEuro[column] ?? 0, end.perEuro[column] ?? 0];
      const line = from + share * (to - from);
      // A bridge has no lower bound. Half the line is far below any real price.
      return Math.max(line / 2, line * (1 + sum - share * (sums[column] ?? 0)));
    }),
  }));
  return { rows: [...real, ...bridged, end], lastRealMs: fromMs, lastDay };
}

/** Separates these draws from those of the paths between two rows. */
const TAIL = 0x7a11;

/** Converts dollar values into rates per euro, in the ECB's column order. */
function ratesOf(levels: ArrayLike<number>): number[] {
  const [euro = 0, dollar = 0] = [levels[0], levels[levels.length - 1]];
  const others = Array.from({ length: levels.length - 2 }, (_, index) => levels[index + 1] ?? 0);
  return [dollar, ...others].map((level) => euro / level);
}
