/** Handlers for an account's CSV lists. */
import type { forexAccountApi } from "#api/forex-account";
import type { Handlers } from "#api/route";
import { ordersOf, pendingOrdersOf, type OrderState } from "../book/orders-table.ts";
import { tradesOf, type TradeState } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { labelAt } from "../feed/label-at.ts";
import { readSeason } from "../seasons/read-season.ts";
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
    async exportForexOrders({ caller, query: { cursor, state, season: name } }) {
      const id = idOf(caller.userId);
      const season = await readSeason(database, id, name);
      return csvOf(orderColumns(sourceOf), {
        after: cursor,
        read: (after, limit) =>
          ordersOf(database, id, {
            state: state as OrderState | "ALL",
            ...cursorOf(after),
            season,
            limit,
          }),
      });
    },
    async exportForexTrades({ caller, query: { cursor, state, season: name } }) {
      const id = idOf(caller.userId);
      const season = await readSeason(database, id, name);
      return csvOf(tradeColumns(sourceOf, await pendingOrdersOf(database, id)), {
        after: cursor,
        read: (after, limit) =>
          tradesOf(database, id, {
            state: state as TradeState | "ALL",
            ...cursorOf(after),
            season,
            limit,
          }),
      });
    },
    async exportForexTransactions({ caller, query: { cursor, from, to, season: name } }) {
      const id = idOf(caller.userId);
      const season = await readSeason(database, id, name);
      return csvOf(transactionColumns(sourceOf), {
        after: cursor,
        read: (after, limit) =>
          transactionsOf(database, id, { ...numberedBefore(after), from, to, season, limit }),
      });
    },
  };
}
