/** Shows the chart of the selected instrument with the user's lines. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Quotes } from "#market";
import { useDeskSource } from "../source/desk-source.ts";
import { marginRatesOf } from "../account/figures.ts";
import type { Desk } from "../account/use-desk.ts";
import { useQuote, useQuotesEvery } from "../quotes/use-quotes.ts";
import type { Timeframe } from "../view/forex-search.ts";
import { ForexChart } from "./ForexChart.tsx";
import { usePendingOrders } from "./use-pending-orders.ts";

const SHOWN_TRADES = 100;
const VALUED_MS = 1_000;

export function DeskChart(props: { instrument: string; timeframe: Timeframe; desk: Desk }) {
  const { instrument, timeframe, desk } = props;
  const source = useDeskSource();
  const quote = useQuote(instrument);
  const prices = useQuotesEvery(VALUED_MS);
  const recent = useQuery(
    source.query("listForexTrades", { query: { state: "ALL", limit: SHOWN_TRADES } }),
  );
  const orders = usePendingOrders(instrument);
  const open = desk.trades.data?.items;
  const trades = useMemo(() => withOpen(recent.data?.items ?? [], open ?? []), [recent.data, open]);
  const { account } = desk;
  const valued = useMemo(() => {
    const quotes: Quotes = ({ name }) => prices.get(name);
    if (account === undefined || !desk.isWhole) return undefined;
    const { balanceCents, marginRates } = account;
    return { balanceCents, marginRates: marginRatesOf(marginRates), trades: open ?? [], quotes };
  }, [account, desk.isWhole, open, prices]);
  return (
    <div data-chart className="flex min-h-0 flex-1 flex-col border-t border-line">
      <ForexChart
        instrument={instrument}
        timeframe={timeframe}
        quote={quote}
        trades={trades}
        orders={orders}
        desk={valued}
      />
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
