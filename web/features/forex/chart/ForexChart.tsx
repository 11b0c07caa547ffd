/**
 * Draws candles of one instrument, with the user's entries, orders, stop losses and take profits as
 * lines. Movable lines can be dragged with the pointer or moved with keys.
 *
 *   <ForexChart instrument="EUR_USD" timeframe="M5" quote={quote} trades={trades} orders={orders}
 *     desk={desk} />
 */
import { clsx } from "clsx";
import { lazy, Suspense, useMemo, type CSSProperties } from "react";
import { holdableNamed, priceText, type Granularity, type Instrument } from "#market";
import { isoDateText } from "../../../ui/time/time-text.ts";
import { useTheme } from "../../../ui/preferences/theme.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Skeleton } from "../../../ui/loading/Skeleton.tsx";
import { boundariesOf, type Candle } from "./bars.ts";
import { PARAMETERS, type Indicator } from "./indicators/indicator.ts";
import { Legend, LEGEND } from "./Legend.tsx";
import {
  linesOf,
  nameOf,
  type ChartLine,
  type LineDesk,
  type ShownOrder,
  type ShownTrade,
} from "./lines.ts";
import type { ChartPlace } from "./linked-view.ts";
import type { DrawingDesk } from "./drawings/drawing-desk.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";
import type { Layout } from "../view/chart-layout.ts";
import { useChartSettings } from "./settings/chart-settings.ts";
import { usePivots } from "./settings/use-pivots.ts";
import { chartTexts as texts } from "./strings.ts";
import { useCandles } from "./use-candles.ts";

export interface ForexChartProps {
  readonly instrument: string;
  readonly timeframe: Granularity;
  readonly quote: LiveQuote | undefined;
  /**
   * Open trades of the instrument, which must be complete, and closed trades, whose marks are shown
   * in the chart.
   */
  readonly trades: readonly ShownTrade[];
  /** Only pending orders. */
  readonly orders: readonly ShownOrder[];
  /** Account data, to compute a line's value in dollars and the margin level at its price. */
  readonly desk?: LineDesk | undefined;
  readonly drawingDesk: DrawingDesk;
  /** Number of charts on the page. */
  readonly layout: Layout;
  readonly place: ChartPlace;
}

const ChartCanvas = lazy(async () => ({
  default: (await import("./ChartCanvas.tsx")).ChartCanvas,
}));

export function ForexChart(props: ForexChartProps) {
  const instrument = holdableNamed(props.instrument);
  return instrument ? <Chart {...props} pair={instrument} /> : null;
}

function Chart(props: ForexChartProps & { readonly pair: Instrument }) {
  const { pair, timeframe, trades, orders } = props;
  const theme = useTheme();
  const { pages, candles } = useCandles(pair.name, timeframe);
  const { indicators } = useChartSettings();
  const pivots = usePivots(pair.name, indicators);
  const { all } = props.drawingDesk.drawings;
  const drawings = useMemo(() => all.filter((one) => one.instrument === pair.name), [all, pair]);
  const room = useMemo(() => roomOf(props.layout, indicators), [props.layout, indicators]);
  const lines = useMemo(() => linesOf(pair, trades, orders), [pair, trades, orders]);
  const summary = useMemo(
    () => summaryOf(pair, timeframe, candles ?? [], lines),
    [pair, timeframe, candles, lines],
  );
  const loading = texts.loading(`${pair.base}/${pair.quote}`, texts.names[timeframe]);
  return (
    <Loaded
      query={{ ...pages, data: candles }}
      skeleton={<FigureSkeleton room={room} text={loading} />}
      isFlush
    >
      {(loaded) => (
        <figure className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className={clsx("relative", room.className)} style={room.style}>
            <Suspense fallback={<ChartSkeleton room={room} text={loading} />}>
              <ChartCanvas
                // Remount the canvas after a theme change, because it does not update its colours
                // from CSS.
                key={`${pair.name} ${timeframe} ${theme}`}
                instrument={pair}
                granularity={timeframe}
                candles={loaded}
                quote={props.quote}
                trades={trades}
                orders={orders}
                lines={lines}
                desk={props.desk}
                indicators={indicators}
                pivots={pivots}
                drawingDesk={props.drawingDesk}
                drawings={drawings}
                isMain={props.place.id === "main"}
                place={props.place}
                onNeedOlder={() => {
                  if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
                }}
              />
            </Suspense>
            <svg
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- names the canvas below, there is no file
              role="img"
              aria-label={summary}
              className="pointer-events-none absolute inset-0 size-full"
            />
          </div>
          <Legend pair={pair} timeframe={timeframe} candles={loaded} indicators={indicators} />
        </figure>
      )}
    </Loaded>
  );
}

interface Room {
  readonly className: string;
  readonly style: CSSProperties;
}

/** Minimum height of the candle plot with its axis, by the number of charts. */
const BASES: Readonly<Record<Layout, string>> = {
  1: "[--base:366px] max-md:[--base:240px]",
  2: "[--base:300px]",
  4: "[--base:220px]",
};

/** Returns the styles that give the chart room for the candles and for the panes below them. */
function roomOf(layout: Layout, indicators: readonly Indicator[]): Room {
  const panes = indicators.filter(({ kind }) => PARAMETERS[kind].isBelow).length;
  return {
    className: clsx("min-h-[calc(var(--base)+var(--panes)*64px)] flex-1", BASES[layout]),
    style: { "--panes": panes } as CSSProperties,
  };
}

/** Placeholder with the height of the chart and its legend, so that the layout does not shift. */
function FigureSkeleton(props: { room: Room; text: string }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" aria-busy="true">
      <ChartSkeleton {...props} />
      <div className={LEGEND}>&nbsp;</div>
    </div>
  );
}

function ChartSkeleton({ room, text }: { room: Room; text: string }) {
  return (
    <div className={clsx("relative p-5", room.className)} style={room.style}>
      <Skeleton className="h-full w-full" />
      <output className="absolute top-8 left-8 text-sm text-fg-2">{text}</output>
    </div>
  );
}

function summaryOf(
  pair: Instrument,
  timeframe: Granularity,
  candles: readonly Candle[],
  lines: readonly ChartLine[],
): string {
  const mids = candles.flatMap(({ mid }) => mid ?? []);
  const [low, high] = [mids.map(({ l }) => l), mids.map(({ h }) => h)].map((all) =>
    all.toSorted((a, b) => Number(a) - Number(b)),
  );
  const words = texts.summary(
    `${pair.base}/${pair.quote}`,
    texts.names[timeframe],
    wholeText(mids.length),
    mids.at(-1)?.c ?? "",
    low?.[0] ?? "",
    high?.at(-1) ?? "",
  );
  const lineTexts = lines.map((line) =>
    line.kind === "entry"
      ? `${nameOf(line)}.`
      : texts.lineSummary(nameOf(line), withMarks(priceText(line.price, pair))),
  );
  const boundaries = boundariesOf(candles, timeframe).map(({ time, after }) =>
    texts.starts(texts.sources[after], isoDateText(new Date(time * 1_000))),
  );
  return [words, ...boundaries, ...lineTexts].join(" ");
}
