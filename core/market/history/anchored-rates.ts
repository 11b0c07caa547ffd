/**
 * Continues the ECB's rates to the start of a practice market. After the last rate, the rows are a
 * Brownian bridge that ends at the market's first prices, so that its chart continues without a
 * jump.
 */
import { newYorkClose, type Day } from "../hours/calendar.ts";
import { lastTradingDay, nextTradingDay } from "../hours/market-hours.ts";
import { timeOf, type Fixing } from "../fixings/fixings.ts";
import { mixed, normal } from "../replay/bridge.ts";
import { historyOf, type History } from "../replay/history.ts";
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
  const rows: readonly Fixing[] = [...days.map((day) => ({ day, perEuro: [] })), end];
  const walk = walkOf(rows, last, history);
  const whole = walk.at(-1);
  const bridged = rows.slice(0, -1).map(({ day }, index): Fixing => {
    const step = walk[index];
    const share = (step?.variance ?? 0) / (whole?.variance ?? 1);
    const perEuro = last.perEuro.map((from, column) => {
      const line = from + share * ((end.perEuro[column] ?? 0) - from);
      const noise = (step?.sums[column] ?? 0) - share * (whole?.sums[column] ?? 0);
      // A bridge has no lower bound. Half the line is far below any real price.
      return Math.max(line / 2, line * (1 + noise));
    });
    return { day, perEuro };
  });
  return { rows: [...real, ...bridged, end], lastRealMs: timeOf(last), lastDay };
}

interface Step {
  /** Variance since the last real rate, in days. */
  readonly variance: number;
  /** Relative moves since the last real rate, by column. */
  readonly sums: readonly number[];
}

/** Draws a random walk that starts at the last real rate. */
function walkOf(rows: readonly Fixing[], last: Fixing, history: History): Step[] {
  let variance = 0;
  let fromMs = timeOf(last);
  let sums: readonly number[] = history.deviations.map(() => 0);
  return rows.map((row) => {
    const own = varianceBetween(fromMs, timeOf(row));
    fromMs = timeOf(row);
    variance += own;
    const draws = sums.map((_, column) => normal(mixed(row.day, column, TAIL)));
    sums = sums.map((sum, column) => {
      const factors = history.correlate[column] ?? [];
      const draw = factors.reduce((all, factor, index) => all + factor * (draws[index] ?? 0), 0);
      return sum + draw * Math.sqrt(own) * (history.deviations[column] ?? 0);
    });
    return { variance, sums };
  });
}

/** Separates these draws from those of the paths between two rows. */
const TAIL = 0x7a11;

/** Converts dollar values into rates per euro, in the ECB's column order. */
function ratesOf(levels: ArrayLike<number>): number[] {
  const [euro = 0, dollar = 0] = [levels[0], levels[levels.length - 1]];
  const others = Array.from({ length: levels.length - 2 }, (_, index) => levels[index + 1] ?? 0);
  return [dollar, ...others].map((level) => euro / level);
}
