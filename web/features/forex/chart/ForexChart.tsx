/**
 * Draws candles of one instrument, with the user's entries, orders, stop losses and take profits as
 * lines. Movable lines can be dragged with the pointer or moved with keys.
 *
 *   <ForexChart instrument="EUR_USD" timeframe="M5" quote={quote} trades={trades} orders={orders}
 *     desk={desk} />
 */
import { lazy, Suspense, useMemo } from "react";
import { instrumentNamed, priceText, type Granularity, type Instrument } from "#market";
import { useTheme } from "../../../ui/preferences/theme.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Skeleton } from "../../../ui/loading/Skeleton.tsx";
import {
  AVERAGE_LENGTH,
  averageTrueRange,
  barsOf,
  boundariesOf,
  RANGE_LENGTH,
  type Candle,
} from "./bars.ts";
import {
  linesOf,
  nameOf,
  type ChartLine,
  type LineDesk,
  type ShownOrder,
  type ShownTrade,
} from "./lines.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";
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
}

const LEGEND = "px-5 pt-1.5 pb-3 text-xs text-fg-2 max-md:px-4";

const ChartCanvas = lazy(async () => ({
  default: (await import("./ChartCanvas.tsx")).ChartCanvas,
}));

export function ForexChart(props: ForexChartProps) {
  const instrument = instrumentNamed(props.instrument);
  return instrument ? <Chart {...props} pair={instrument} /> : null;
}

function Chart(props: ForexChartProps & { readonly pair: Instrument }) {
  const { pair, timeframe, trades, orders } = props;
  const theme = useTheme();
  const { pages, candles } = useCandles(pair.name, timeframe);
  const lines = useMemo(() => linesOf(pair, trades, orders), [pair, trades, orders]);
  const summary = useMemo(
    () => summaryOf(pair, timeframe, candles ?? [], lines),
    [pair, timeframe, candles, lines],
  );
  const loading = texts.loading(`${pair.base}/${pair.quote}`, texts.names[timeframe]);
  return (
    <Loaded
      query={{ ...pages, data: candles }}
      skeleton={<FigureSkeleton text={loading} />}
      isFlush
    >
      {(loaded) => (
        <figure className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="relative min-h-[430px] flex-1 max-md:min-h-[300px]">
            <Suspense fallback={<ChartSkeleton text={loading} />}>
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
          <Legend pair={pair} timeframe={timeframe} candles={loaded} />
        </figure>
      )}
    </Loaded>
  );
}

/** Placeholder with the height of the chart and its legend, so that the layout does not shift. */
function FigureSkeleton({ text }: { text: string }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" aria-busy="true">
      <ChartSkeleton text={text} />
      <div className={LEGEND}>&nbsp;</div>
    </div>
  );
}

function ChartSkeleton({ text }: { text: string }) {
  return (
    <div className="relative min-h-[430px] flex-1 p-5 max-md:min-h-[300px]">
      <Skeleton className="h-full w-full" />
      <output className="absolute top-8 left-8 text-sm text-fg-2">{text}</output>
    </div>
  );
}

function Legend(props: { pair: Instrument; timeframe: Granularity; candles: readonly Candle[] }) {
  const { pair, timeframe, candles } = props;
  const range = useMemo(
    () => averageTrueRange(barsOf(candles, timeframe), RANGE_LENGTH).at(-1)?.value,
    [candles, timeframe],
  );
  const pips = range === undefined ? undefined : (range * pair.priceScale) / pair.pip;
  return (
    <figcaption className={`flex flex-wrap gap-x-5 gap-y-1 ${LEGEND}`}>
      <span className="inline-flex items-center gap-[7px]">
        <i aria-hidden className="w-3.5 border-t border-ref" />
        {texts.average(AVERAGE_LENGTH)}
      </span>
      {pips === undefined ? null : (
        <span className="inline-flex items-center gap-[7px]">
          <i aria-hidden className="w-3.5 border-t border-fg-2" />
          {texts.range(RANGE_LENGTH, decimalText(String(pips), 1))}
        </span>
      )}
    </figcaption>
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
    texts.starts(texts.sources[after], new Date(time * 1_000).toISOString().slice(0, 10)),
  );
  return [words, ...boundaries, ...lineTexts].join(" ");
}
