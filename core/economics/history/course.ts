/**
 * Computes chart data: the share of the price that an offer has returned by the end of each day of
 * a period. Floats are precise enough for a chart. The final figure that users read is computed
 * separately, from whole numbers.
 */
import type { Mode, Terms } from "./outcome.ts";
import type { RunningSum } from "./running-sum.ts";
import type { Series } from "./series.ts";

/**
 * Returns a function from a day of the period to the share of the price returned by the end of that
 * day. Day 0 is the time before the first day.
 */
export function courseOf(
  series: Series,
  terms: Terms,
  mode: Mode,
  length: number,
  start: number,
): (day: number) => number {
  const { price, indexSums, coinSums } = series;
  const first = price[start] ?? 1;
  const riseUntil = (day: number) => (price[start + Math.max(0, day - 1)] ?? 0) / first;
  const factor = Number(terms.worth) / Number(terms.price);
  if (terms.kind === "coins") return (day) => (1 + ((factor - 1) * day) / length) * riseUntil(day);
  const lessADay = Number(terms.power) / Number(terms.price) / length;
  const earned = ((series.perIndex[start] ?? 0) * factor) / length;
  if (mode === "sold") return (day) => sumTo(indexSums, start, day) * earned - lessADay * day;
  return (day) =>
    sumTo(coinSums, start, day) * earned * first * 100 * riseUntil(day) - lessADay * day;
}

function sumTo({ large, small }: RunningSum, start: number, day: number): number {
  const end = start + day;
  const [from, to] = [large[start] ?? 0, large[end] ?? 0];
  return to - from + ((small[end] ?? 0) - (small[start] ?? 0));
}
