/**
 * Sets up the library's chart: hollow candles for rises, filled candles for falls, indicators,
 * marks and the primitives. Theme colours are read only once, at creation.
 */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { isOfDays, type Granularity, type Instrument } from "#market";
import { axisOf, type Axis } from "./axis/axis.ts";
import type { Bar } from "./bars.ts";
import { chartView, type ChartView } from "./axis/chart-view.ts";
import {
  drawingsPrimitive,
  type DrawnDrawing,
  type Pixels,
} from "./drawings/drawings-primitive.ts";
import { groundPrimitive, type Ground } from "./ground-primitive.ts";
import { indicatorSeries } from "./indicator-series.ts";
import type { Indicator } from "./indicators/indicator.ts";
import { linesPrimitive, type DrawnLine, type Places, type Plot } from "./lines-primitive.ts";
import { linkedView, type ChartPlace } from "./linked-view.ts";
import type { Mark } from "./marks.ts";
import { pivotsPrimitive, type ColouredPivots } from "./pivots-primitive.ts";
import { tickText, timeText } from "./time-axis.ts";

export interface Drawing {
  setBars(bars: readonly Bar[]): void;
  /**
   * Replaces the last bar or adds a new one. It is drawn one frame later, so that the page's own
   * figures are rendered first.
   */
  update(bar: Bar): void;
  setGround(ground: Ground): void;
  setMarks(marks: readonly Mark[]): void;
  setLines(lines: readonly DrawnLine[]): void;
  setIndicators(indicators: readonly Indicator[]): void;
  setPivots(pivots: readonly ColouredPivots[]): void;
  setDrawings(drawings: readonly DrawnDrawing[]): void;
  readonly view: ChartView;
  colour(name: string): string;
  remove(): void;
}

export interface DrawingParts {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  /** Receives the positions of the lines and the size of the candle plot. */
  readonly onPlaced: (places: Places, plot: Plot) => void;
  /** Receives the positions of the user's drawings. */
  readonly onDrawn: (pixels: Pixels) => void;
  /** Keeps this chart in step with others. */
  readonly place: ChartPlace | undefined;
  /** Called when the oldest candles come into view. */
  readonly onNeedOlder: () => void;
}

/** Width of a candle in pixels, which determines how many candles are visible at first. */
const BAR_PX = 8;
const FREE_BARS = 4;
const OLDER_BELOW = 20;

export function createDrawing(element: HTMLElement, parts: DrawingParts): Drawing {
  const { instrument, granularity, onPlaced, onNeedOlder } = parts;
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const font = `11px ${colour("font-mono")}`;
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      attributionLogo: true,
      background: { type: ColorType.Solid, color: colour("surface") },
      textColor: colour("fg-3"),
      fontFamily: colour("font-mono"),
      fontSize: 11,
      panes: { enableResize: false, separatorColor: colour("line") },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour("line") } },
    crosshair: {
      vertLine: { color: colour("line-control"), labelBackgroundColor: colour("line-control") },
      horzLine: { color: colour("line-control"), labelBackgroundColor: colour("line-control") },
    },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderColor: colour("line"),
      timeVisible: !isOfDays(granularity),
      secondsVisible: granularity.startsWith("S"),
      rightOffset: FREE_BARS,
      tickMarkFormatter: (time: Time, kind: number) => tickText(Number(time), kind, granularity),
    },
    localization: { timeFormatter: (time: Time) => timeText(Number(time), granularity) },
    // The mouse wheel scrolls the page, and dragging or swiping sideways moves the chart.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: { time: true, price: false } },
  });
  const priceFormat = formatOf(instrument.displayPrecision);
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colour("surface"),
    downColor: colour("down"),
    borderUpColor: colour("up"),
    borderDownColor: colour("down"),
    wickUpColor: colour("up"),
    wickDownColor: colour("down"),
    priceLineColor: colour("fg"),
    priceFormat,
  });
  const markers = createSeriesMarkers<Time>(candles, []);
  const bars: Bar[] = [];
  const rangeAt = (from: number, to: number) => {
    const seen = bars.slice(Math.max(0, from), to + 1);
    if (seen.length === 0) return undefined;
    const low = Math.min(...seen.map((bar) => bar.low));
    return { low, high: Math.max(...seen.map((bar) => bar.high)) };
  };
  const lines = linesPrimitive({ ground: colour("surface"), font }, rangeAt, (places) =>
    onPlaced(places, {
      // Read the width from the library, because measuring the element would force a page layout.
      width: chart.paneSize().width,
      height: chart.panes()[0]?.getHeight() ?? 0,
    }),
  );
  const ground = groundPrimitive({
    line: colour("line"),
    strongLine: colour("accent-line"),
    text: colour("fg-3"),
    font,
  });
  candles.attachPrimitive(ground);
  candles.attachPrimitive(lines);
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && range.from < OLDER_BELOW && bars.length > 0) onNeedOlder();
  });
  const asPoint = <Timed extends { time: number }>(at: Timed) => ({
    ...at,
    time: at.time as UTCTimestamp,
  });
  let axis: Axis = axisOf([], granularity);
  const view = chartView(chart, candles, { axis: () => axis, bars, granularity });
  const xOf = (timeMs: number) => {
    const position = view.positionOf(timeMs);
    return position === undefined ? undefined : view.xOf(position);
  };
  const pivots = pivotsPrimitive(font, xOf);
  candles.attachPrimitive(pivots);
  const drawings = drawingsPrimitive(
    { ground: colour("surface"), colour: colour("accent"), font },
    ({ timeMs, price }) => {
      const [x, y] = [xOf(timeMs), view.yOf(price)];
      return x === undefined || y === undefined ? undefined : { x, y };
    },
    parts.onDrawn,
  );
  candles.attachPrimitive(drawings);
  const linked = parts.place && linkedView({ chart, candles, view, element }, parts.place);
  const indicators = indicatorSeries(chart, { instrument, colour });
  const late: Bar[] = [];
  const drawLate = () => {
    if (late.length === 0) return;
    for (const bar of late.splice(0)) {
      if (bar.time === bars.at(-1)?.time) bars.pop();
      bars.push(bar);
      candles.update(asPoint(bar));
    }
    axis = axisOf(bars, granularity);
    indicators.updateLast(bars);
  };
  return {
    setBars(next) {
      late.length = 0;
      const isFirst = bars.length === 0;
      bars.splice(0, bars.length, ...next);
      candles.setData(bars.map(asPoint));
      axis = axisOf(bars, granularity);
      indicators.setBars(bars);
      if (!isFirst) return;
      const count = Math.round(element.clientWidth / BAR_PX);
      chart
        .timeScale()
        .setVisibleLogicalRange({ from: bars.length - count, to: bars.length + FREE_BARS });
      linked?.begin();
    },
    update(bar) {
      if (late.length === 0) requestAnimationFrame(() => setTimeout(drawLate));
      if (late.at(-1)?.time === bar.time) late.pop();
      late.push(bar);
    },
    setGround: (next) => ground.setGround(next),
    setMarks: (marks) => markers.setMarkers(marks.map((mark) => markerOf(mark, colour))),
    setLines: (next) => lines.setLines(next),
    setIndicators: (next) => indicators.setIndicators(next, bars),
    setPivots: (next) => pivots.setPivots(next),
    setDrawings: (next) => drawings.setDrawings(next),
    view,
    colour,
    remove() {
      late.length = 0;
      linked?.leave();
      chart.remove();
    },
  };
}

function markerOf(
  { time, kind, price }: Mark,
  colour: (name: string) => string,
): SeriesMarker<Time> {
  const at = time as UTCTimestamp;
  if (kind === "financed" || price === undefined)
    return { time: at, position: "aboveBar", shape: "circle", color: colour("fg-3"), size: 0.6 };
  return kind === "bought"
    ? { time: at, position: "belowBar", shape: "arrowUp", color: colour("ref") }
    : { time: at, position: "aboveBar", shape: "arrowDown", color: colour("ref") };
}

function formatOf(decimals: number) {
  return {
    type: "custom",
    minMove: 10 ** -decimals,
    formatter: (price: number) => withMarks(price.toFixed(decimals)),
  } as const;
}
