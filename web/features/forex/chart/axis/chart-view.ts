/**
 * Converts between pixels of the candle plot, positions on the time axis, times and prices.
 * Positions are counted in bars from 0. Prices are in the chart's units.
 */
import type { IChartApi, ISeriesApi, Logical } from "lightweight-charts";
import type { Granularity } from "#market";
import { placeAt, placeOfTime, positionOf, timeOfPlace, type Axis } from "./axis.ts";

/** A bar of the chart and its place on the time axis. */
export interface PlacedBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface ChartView {
  positionAt(x: number): number | undefined;
  positionOf(timeMs: number): number | undefined;
  timeAt(position: number): number | undefined;
  xOf(position: number): number | undefined;
  yOf(price: number): number | undefined;
  priceAt(y: number): number | undefined;
  barAt(position: number): PlacedBar | undefined;
  /** Position of the last bar, -1 without bars. */
  lastPosition(): number;
}

export function chartView(
  chart: IChartApi,
  candles: ISeriesApi<"Candlestick">,
  now: {
    readonly axis: () => Axis;
    readonly bars: readonly PlacedBar[];
    readonly granularity: Granularity;
  },
): ChartView {
  const { axis, bars, granularity } = now;
  return {
    positionAt: (x) => chart.timeScale().coordinateToLogical(x) ?? undefined,
    positionOf: (timeMs) => positionOf(axis(), placeOfTime(timeMs, granularity)),
    timeAt(position) {
      const place = placeAt(axis(), position);
      return place === undefined ? undefined : timeOfPlace(place, granularity);
    },
    xOf: (position) => xBetween(chart, position),
    yOf: (price) => candles.priceToCoordinate(price) ?? undefined,
    priceAt: (y) => candles.coordinateToPrice(y) ?? undefined,
    barAt: (position) => bars[position],
    lastPosition: () => bars.length - 1,
  };
}

/** Returns the x of any position. The library knows only whole positions. */
function xBetween(chart: IChartApi, position: number): number | undefined {
  const whole = Math.floor(position);
  const scale = chart.timeScale();
  const [from, to] = [whole, whole + 1].map((one) => scale.logicalToCoordinate(one as Logical));
  if (typeof from !== "number" || typeof to !== "number") return undefined;
  return from + (position - whole) * (to - from);
}
