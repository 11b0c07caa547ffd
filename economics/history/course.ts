/**
 * One stretch day by day, for drawing: what had come back by the end of each day, as a share of
 * what was paid. Floats: the figure at the end is printed from whole numbers.
 */
import type { Mode, Terms } from "./outcome.ts";
import type { RunningSum } from "./running-sum.ts";
import type { Series } from "./series.ts";

/** By the end of the `day`-th day of the stretch; 0 is before the first. */
export function courseAt(
  series: Series,
  terms: Terms,
  mode: Mode,
  length: number,
  start: number,
  day: number,
): number {
  const { price } = series;
  const rise = (price[start + Math.max(0, day - 1)] ?? 0) / (price[start] ?? 1);
  const factor = Number(terms.worth) / Number(terms.price);
  if (terms.kind === "coins") return (1 + ((factor - 1) * day) / length) * rise;
  const less = ((Number(terms.power) / Number(terms.price)) * day) / length;
  const perIndex = series.perIndex[start] ?? 0;
  if (mode === "sold")
    return (sumTo(series.indexSums, start, day) * perIndex * factor) / length - less;
  const coins = sumTo(series.coinSums, start, day) * perIndex * (price[start] ?? 0) * 100;
  return (coins * factor * rise) / length - less;
}

function sumTo({ large, small }: RunningSum, start: number, day: number): number {
  const end = start + day;
  const [from, to] = [large[start] ?? 0, large[end] ?? 0];
  return to - from + ((small[end] ?? 0) - (small[start] ?? 0));
}
