/** Draws indicators as series of the chart, those with their own scale in panes below the price. */
import {
  createTextWatermark,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Instrument } from "#market";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import type { Bar } from "./bars.ts";
import { PARAMETERS, type Indicator } from "./indicators/indicator.ts";
import { barsNeeded, plotLines, type PlotLine } from "./indicators/plots.ts";
import { indicatorName } from "./indicators/strings.ts";
import { scaleOf } from "./indicator-scale.ts";

type Drawn = ISeriesApi<"Line" | "Histogram">;

interface Shown {
  readonly indicator: Indicator;
  readonly series: readonly Drawn[];
}

export interface IndicatorSeries {
  /** Replaces the indicators. */
  setIndicators(indicators: readonly Indicator[], bars: readonly Bar[]): void;
  /** Computes all values again. */
  setBars(bars: readonly Bar[]): void;
  /** Computes the values of the last bar, which is new or has changed. */
  updateLast(bars: readonly Bar[]): void;
}

export interface IndicatorLook {
  readonly instrument: Instrument;
  readonly colour: (name: string) => string;
}

/** Height ratio of the candle plot to each pane below it. */
const PRICE_HEIGHT = 6;
const PANE_HEIGHT = 1.6;
const RSI_LINES = [30, 70] as const;

export function indicatorSeries(
  chart: IChartApi,
  { instrument, colour }: IndicatorLook,
): IndicatorSeries {
  let shown: readonly Shown[] = [];
  const pointsOf = (line: PlotLine | undefined, bars: readonly Bar[], factor: number) =>
    (line?.values ?? []).flatMap((value, index) => {
      const bar = bars[index];
      if (value === undefined || bar === undefined) return [];
      return { time: bar.time as UTCTimestamp, value: value * factor };
    });

  const add = (indicator: Indicator, pane: number): Shown => {
    const { decimals } = scaleOf(indicator, instrument);
    const series = plotLines(indicator, []).map((line, index) => {
      const options = {
        color: colour(line.colour),
        priceLineVisible: false,
        lastValueVisible: pane > 0 && index === 0,
        priceFormat: {
          type: "custom",
          minMove: 10 ** -decimals,
          formatter: (value: number) => withMarks(value.toFixed(decimals)),
        },
      } as const;
      if (line.look === "histogram") return chart.addSeries(HistogramSeries, options, pane);
      const lineStyle = line.look === "dashed" ? LineStyle.Dashed : LineStyle.Solid;
      const lineOptions = { ...options, lineStyle, lineWidth: 1, crosshairMarkerVisible: false };
      return chart.addSeries(LineSeries, lineOptions as typeof options, pane);
    });
    if (indicator.kind === "rsi") addRsiLines(series[0], colour("line-control"));
    if (pane > 0) namePane(chart, pane, indicatorName(indicator), colour);
    return { indicator, series };
  };

  const draw = (bars: readonly Bar[]) => {
    for (const { indicator, series } of shown) {
      const { factor } = scaleOf(indicator, instrument);
      const lines = plotLines(indicator, bars);
      for (const [index, one] of series.entries())
        one.setData(pointsOf(lines[index], bars, factor));
    }
  };

  return {
    setIndicators(indicators, bars) {
      for (const { series } of shown) for (const one of series) chart.removeSeries(one);
      let pane = 0;
      shown = indicators.map((indicator) => {
        const isBelow = PARAMETERS[indicator.kind].isBelow;
        if (isBelow) pane += 1;
        return add(indicator, isBelow ? pane : 0);
      });
      for (const [index, one] of chart.panes().entries())
        one.setStretchFactor(index === 0 ? PRICE_HEIGHT : PANE_HEIGHT);
      draw(bars);
    },
    setBars: draw,
    updateLast(bars) {
      const time = bars.at(-1)?.time as UTCTimestamp | undefined;
      if (time === undefined) return;
      for (const { indicator, series } of shown) {
        const { factor } = scaleOf(indicator, instrument);
        // All bars would take ten times as long, several times a second.
        const lines = plotLines(indicator, bars.slice(-barsNeeded(indicator)));
        for (const [index, one] of series.entries()) {
          const value = lines[index]?.values.at(-1);
          if (value !== undefined) one.update({ time, value: value * factor });
        }
      }
    },
  };
}

/** Draws the limits of the RSI and fixes its scale from 0 to 100. */
function addRsiLines(series: Drawn | undefined, color: string): void {
  if (!series) return;
  for (const price of RSI_LINES)
    series.createPriceLine({
      price,
      color,
      lineStyle: LineStyle.Dotted,
      lineWidth: 1,
      axisLabelVisible: false,
    });
  series.applyOptions({
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
  });
}

function namePane(
  chart: IChartApi,
  index: number,
  text: string,
  colour: (name: string) => string,
): void {
  const pane = chart.panes()[index];
  if (!pane) return;
  createTextWatermark<Time>(pane, {
    horzAlign: "left",
    vertAlign: "top",
    lines: [{ text, color: colour("fg-2"), fontSize: 11, fontFamily: colour("font-mono") }],
  });
}
