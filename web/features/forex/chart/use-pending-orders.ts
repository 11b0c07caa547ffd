/**
 * Loads an instrument's pending orders. Exits are included, because a trailing stop has a line on
 * the chart.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { movingEvery } from "../book/moving-stops.ts";
import { useDeskSource } from "../source/desk-source.ts";
import type { ShownOrder } from "./lines.ts";

const PAGE = 100;
/** Enough pages for the maximum of 300 entry orders plus three exits for each of 1,000 trades. */
const PAGES_MAX = 33;
const NO_ORDERS: readonly ShownOrder[] = [];

export function usePendingOrders(instrument: string): readonly ShownOrder[] {
  const { routeOf, replayId, call } = useDeskSource();
  const { data } = useQuery({
    queryKey: [routeOf("listForexOrders"), "chart", replayId],
    async queryFn() {
      const orders: ShownOrder[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const next: { cursor?: string } = cursor === null ? {} : { cursor };
        const query = { state: "PENDING" as const, limit: PAGE, ...next };
        // Pages cannot be read in parallel, because each cursor comes from the previous page.
        // oxlint-disable-next-line no-await-in-loop
        const { items, nextCursor } = await call("listForexOrders", { query });
        orders.push(...items);
        cursor = nextCursor;
        if (cursor === null) break;
      }
      return orders;
    },
    refetchInterval: ({ state }) => movingEvery(state.data ?? NO_ORDERS),
  });
  return useMemo(
    () => (data ?? NO_ORDERS).filter((order) => order.instrument === instrument),
    [data, instrument],
  );
}
