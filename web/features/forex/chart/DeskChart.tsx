/**
 * Shows one, two or four charts in step, with the user's lines and drawings. The first chart shows
 * the page's instrument. Phones show only this one.
 */
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { lazy, Suspense, useMemo, useState } from "react";
import { type Quotes } from "#market";
import { useIsNarrow } from "../../../ui/layout/use-is-narrow.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { marginRatesOf } from "../account/figures.ts";
import type { Desk } from "../account/use-desk.ts";
import { useQuotesEvery } from "../quotes/use-quotes.ts";
import { chartsOf, chartsText, readCharts, type Layout } from "../view/chart-layout.ts";
import type { Timeframe } from "../view/forex-search.ts";
import { useForexView } from "../view/use-forex-view.ts";
import { ChartPane } from "./ChartPane.tsx";
import { ChartTools } from "./ChartTools.tsx";
import { useDrawings } from "./drawings/use-drawings.ts";
import type { ChartTool, DrawingDesk } from "./drawings/drawing-desk.ts";
import { createLink } from "./link.ts";
import { useChartSettings } from "./settings/chart-settings.ts";

const SideChartHead = lazy(async () => ({
  default: (await import("./SideChartHead.tsx")).SideChartHead,
}));

const SHOWN_TRADES = 100;
const VALUED_MS = 1_000;
const MAIN = "main";

export function DeskChart(props: {
  instrument: string;
  timeframe: Timeframe;
  desk: Desk;
  onAlert: DrawingDesk["onAlert"];
}) {
  const { instrument, timeframe, desk, onAlert } = props;
  const source = useDeskSource();
  const [view, change] = useForexView();
  const isNarrow = useIsNarrow();
  const { snaps } = useChartSettings();
  const drawings = useDrawings();
  const [tool, setTool] = useState<ChartTool>();
  const [link] = useState(() => createLink(MAIN));
  const prices = useQuotesEvery(VALUED_MS);
  const recent = useQuery(
    source.query("listForexTrades", { query: { state: "ALL", limit: SHOWN_TRADES } }),
  );
  const open = desk.trades.data?.items;
  const trades = useMemo(() => withOpen(recent.data?.items ?? [], open ?? []), [recent.data, open]);
  const { account } = desk;
  const valued = useMemo(() => {
    const quotes: Quotes = ({ name }) => prices.get(name);
    if (account === undefined || !desk.isWhole) return undefined;
    const { balanceCents, marginRates } = account;
    return { balanceCents, marginRates: marginRatesOf(marginRates), trades: open ?? [], quotes };
  }, [account, desk.isWhole, open, prices]);
  const drawingDesk = useMemo(
    () => ({ drawings, tool, onTool: setTool, snaps, onAlert }),
    [drawings, tool, snaps, onAlert],
  );
  const side = useMemo(() => (isNarrow ? [] : readCharts(view.charts)), [isNarrow, view.charts]);
  const layout = (side.length + 1) as Layout;
  const shared = { trades, desk: valued, drawingDesk, link };
  return (
    <div data-chart className="@container flex min-h-0 flex-1 flex-col border-t border-line">
      <ChartTools
        instrument={instrument}
        desk={drawingDesk}
        layout={layout}
        onLayout={(next) =>
          change({ charts: chartsText(chartsOf(next, side, { instrument, timeframe })) })
        }
      />
      <div
        className={clsx(
          "grid min-h-0 flex-1",
          layout > 1 &&
            "@min-[480px]:grid-cols-2 [&>*]:border-line @min-[480px]:[&>*:nth-child(even)]:border-l [&>*+*]:border-t @min-[480px]:[&>*:nth-child(2)]:border-t-0",
        )}
      >
        <ChartPane
          {...shared}
          id={MAIN}
          instrument={instrument}
          timeframe={timeframe}
          layout={layout}
        />
        {side.map((chart, index) => (
          <ChartPane
            // A chart keeps its place while the user changes its instrument.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            {...shared}
            {...chart}
            id={`side ${index}`}
            layout={layout}
            head={
              <Suspense fallback={<div className="h-11" />}>
                <SideChartHead
                  chart={chart}
                  number={index + 2}
                  onChange={(next) => change({ charts: chartsText(side.with(index, next)) })}
                />
              </Suspense>
            }
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Adds the open trades, which may be older than the recent trades. If a trade is in both lists, its
 * open version is used.
 */
function withOpen<Trade extends { readonly id: string }>(
  recent: readonly Trade[],
  open: readonly Trade[],
): readonly Trade[] {
  const openIds = new Set(open.map(({ id }) => id));
  return [...open, ...recent.filter(({ id }) => !openIds.has(id))];
}
