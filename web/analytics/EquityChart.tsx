/**
 * The equity curve on the chart library: own line ink, "what you put in" as the amber floor, arrows
 * where coins came in or went out. Loaded on demand; colours come from the theme's variables and
 * are read again when it changes.
 */
import {
  ColorType,
  createChart,
  createSeriesMarkers,
  LineSeries,
  LineType,
  type IChartApi,
  type SeriesMarker,
  type Time,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { useTheme } from "../preferences/theme.ts";
import { useReferenceRate, useUnit, type Unit } from "../preferences/unit.ts";
import { amountText } from "../amounts/amount-format.ts";
import { sinceFirstMovement } from "./first-movement.ts";
import type { Analytics } from "./report.ts";
import { analyticsTexts as texts } from "./strings.ts";

type Series = Analytics["series"];

const NAMES_PX_MIN = 640;

export function EquityChart(props: { series: Series; summary: string }) {
  const theme = useTheme();
  return (
    <div className="relative h-[300px] max-md:h-[260px]">
      {/* Drawn anew in another theme: a canvas does not follow the page's colours. */}
      <Drawing key={theme} series={props.series} />
      {/* Beside the drawing, not around it: the makers' mark inside is a link. */}
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- names the canvas below, there is no file
        role="img"
        aria-label={props.summary}
        className="pointer-events-none absolute inset-0 size-full"
      />
    </div>
  );
}

function Drawing({ series }: { series: Series }) {
  const box = useRef<HTMLDivElement>(null);
  const unit = useUnit();
  const centsPerBtc = useReferenceRate();
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const chart = drawChart(element, sinceFirstMovement(series), (sats) =>
      amountOf(sats, unit, centsPerBtc),
    );
    return () => chart.remove();
  }, [series, unit, centsPerBtc]);
  return <div ref={box} className="absolute inset-0" />;
}

function drawChart(
  element: HTMLElement,
  series: readonly Series[number][],
  textOf: (sats: number) => string,
): IChartApi {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  // On a small screen the names would cover the curve; the legend below has them.
  const hasNames = element.clientWidth >= NAMES_PX_MIN;
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      attributionLogo: true,
      background: { type: ColorType.Solid, color: colour("surface") },
      textColor: colour("fg-3"),
      fontFamily: colour("font-mono"),
      fontSize: 11,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour("line") } },
    crosshair: {
      vertLine: { color: colour("line-control"), labelBackgroundColor: colour("line-control") },
      horzLine: { color: colour("line-control"), labelBackgroundColor: colour("line-control") },
    },
    // Room for the names above; below, none that a balance could never reach.
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.16, bottom: 0.02 } },
    timeScale: { borderColor: colour("line") },
    localization: { locale: "en-GB", dateFormat: "dd MMM yyyy" },
    // The wheel scrolls the page, not the chart: the range has its own buttons.
    handleScroll: false,
    handleScale: false,
  });
  const priceFormat = { type: "custom", formatter: textOf, minMove: 1 } as const;
  const floor = chart.addSeries(LineSeries, {
    color: colour("accent-line"),
    lineWidth: 2,
    lineType: LineType.WithSteps,
    title: hasNames ? texts.putIn : "",
    priceFormat,
    priceLineVisible: false,
    pointMarkersVisible: series.length === 1,
  });
  const own = chart.addSeries(LineSeries, {
    color: colour("fg"),
    lineWidth: 2,
    lineType: LineType.WithSteps,
    title: hasNames ? texts.have : "",
    priceFormat,
    priceLineVisible: false,
    pointMarkersVisible: series.length === 1,
  });
  floor.setData(series.map(({ date, putInSats }) => ({ time: date, value: putInSats })));
  own.setData(series.map(({ date, valueSats }) => ({ time: date, value: valueSats })));
  createSeriesMarkers(own, markersOf(series, colour("ref")), { autoScale: false });
  chart.timeScale().fitContent();
  return chart;
}

function markersOf(series: readonly Series[number][], color: string): SeriesMarker<Time>[] {
  return series.flatMap(({ date, contributedSats, withdrawnSats }): SeriesMarker<Time>[] => {
    const isIn = { time: date, position: "belowBar", shape: "arrowUp", color } as const;
    const isOut = { time: date, position: "aboveBar", shape: "arrowDown", color } as const;
    return [...(contributedSats > 0 ? [isIn] : []), ...(withdrawnSats > 0 ? [isOut] : [])];
  });
}

function amountOf(sats: number, unit: Unit, centsPerBtc: bigint | undefined): string {
  const { sign, zeros, digits } = amountText(BigInt(Math.round(sats)), unit, { centsPerBtc });
  return `${sign}${zeros}${digits}`;
}
