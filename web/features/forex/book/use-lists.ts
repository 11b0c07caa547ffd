/** Loads orders and events page by page. Events of the live stream trigger a refetch. */
import { usePages } from "../../../data/api/use-pages.ts";
import { seasonOfOrders, useSeason } from "../seasons/season-context.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { movingEvery } from "./moving-stops.ts";
import type { OrderState } from "../view/forex-search.ts";

export function useOrders(state: OrderState) {
  const { routeOf, replayId, call } = useDeskSource();
  const query = seasonOfOrders(state, useSeason().query);
  return usePages(
    [routeOf("listForexOrders"), "pages", replayId, state, query],
    (at) => call("listForexOrders", { query: { ...at, ...query, state } }),
    { refetchInterval: (pages) => movingEvery(pages.flatMap(({ items }) => items)) },
  );
}

export function useEvents() {
  const { routeOf, replayId, call } = useDeskSource();
  const { query } = useSeason();
  return usePages([routeOf("listForexTransactions"), "pages", replayId, query], (at) =>
    call("listForexTransactions", { query: { ...at, ...query } }),
  );
}

export type OrderPages = ReturnType<typeof useOrders>;
export type EventPages = ReturnType<typeof useEvents>;
