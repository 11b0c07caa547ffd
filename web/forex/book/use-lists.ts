/** Orders and events, a page at a time; the live stream has them read again. */
import { api } from "../../api/call.ts";
import { usePages } from "../../api/use-pages.ts";
import type { OrderState } from "../view/forex-search.ts";

export function useOrders(state: OrderState) {
  return usePages(["listForexOrders", "pages", state], (at) =>
    api("listForexOrders", { query: { ...at, state } }),
  );
}

export function useEvents() {
  return usePages(["listForexTransactions", "pages"], (at) =>
    api("listForexTransactions", { query: at }),
  );
}

export type OrderPages = ReturnType<typeof useOrders>;
export type EventPages = ReturnType<typeof useEvents>;
