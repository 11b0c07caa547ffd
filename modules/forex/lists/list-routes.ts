/** Handlers for an account's CSV lists. */
import type { forexAccountApi } from "#api/forex-account";
import type { Handlers } from "#api/route";
import { ordersOf, pendingOrdersOf, type OrderState } from "../book/orders-table.ts";
import { tradesOf, type TradeState } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { labelAt } from "../feed/label-at.ts";
import { cursorOf, numberedBefore } from "../views/page.ts";
import { csvOf, orderColumns, tradeColumns, transactionColumns, type SourceOf } from "./csv.ts";

type Exports = "exportForexOrders" | "exportForexTrades" | "exportForexTransactions";

export function forexListRoutes({
  database,
  accounts: { idOf },
  feed,
}: Pick<DeskDeps, "database" | "accounts" | "feed">): Pick<
  Handlers<typeof forexAccountApi>,
  Exports
> {
  const sourceOf: SourceOf = (at) => labelAt(feed, at.getTime());
  return {
    exportForexOrders: ({ caller, query: { cursor, state } }) =>
      csvOf(orderColumns(sourceOf), {
        after: cursor,
        read: (after, limit) =>
          ordersOf(database, idOf(caller.userId), {
            state: state as OrderState | "ALL",
            ...cursorOf(after),
            limit,
          }),
      }),
    async exportForexTrades({ caller, query: { cursor, state } }) {
      const id = idOf(caller.userId);
      return csvOf(tradeColumns(sourceOf, await pendingOrdersOf(database, id)), {
        after: cursor,
        read: (after, limit) =>
          tradesOf(database, id, {
            state: state as TradeState | "ALL",
            ...cursorOf(after),
            limit,
          }),
      });
    },
    exportForexTransactions: ({ caller, query: { cursor, from, to } }) =>
      csvOf(transactionColumns(sourceOf), {
        after: cursor,
        read: (after, limit) =>
          transactionsOf(database, idOf(caller.userId), {
            ...numberedBefore(after),
            from,
            to,
            limit,
          }),
      }),
  };
}
