/**
 * Handlers for a user's desk account: parse the request, call the use case, format the response.
 */
import type { forexAccountApi } from "#api/forex-account";
import type { Handlers } from "#api/route";
import { dayOf, openingOf, type ExitRequest, type OrderRequest } from "#market";
import type { Book } from "./book/book.ts";
import {
  findOrder,
  ordersOf,
  pendingOrdersOf,
  type OrderState,
  type StoredOrder,
} from "./book/orders-table.ts";
import { tradesOf, tradesOpenAt, type TradeState } from "./book/trades-table.ts";
import { transactionsOf, transactionsOfOrder } from "./book/transactions-table.ts";
import { forexDrawingRoutes } from "./drawings/drawing-routes.ts";
import { bringFunds } from "./funds/bring-funds.ts";
import { takeBack } from "./funds/take-back.ts";
import { setForexNotices, type NoticeSettings } from "./notices/set-notices.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { changeExits, type ExitChanges } from "./orders/change-exits.ts";
import { closeAll } from "./orders/close-all.ts";
import { closePosition, closeTrade } from "./orders/close-trade.ts";
import { readCloseUnits, readPartOfPosition } from "./orders/read-close-units.ts";
import { forexListRoutes } from "./lists/list-routes.ts";
import { viewStatistics } from "./lists/statistics.ts";
import { placeOrder } from "./orders/place-order.ts";
import { readSeason } from "./seasons/read-season.ts";
import { forexSeasonRoutes } from "./seasons/season-routes.ts";
import type { DeskDeps } from "./feed/desk-deps.ts";
import { forexRefusals } from "./terms/refusals.ts";
import { viewAccount, viewPositions } from "./views/account.ts";
import {
  presentOpenTrade,
  presentOrder,
  presentTrade,
  presentTransaction,
} from "./views/present.ts";
import { cursorOf, numberedBefore, pageOf } from "./views/page.ts";
import { previewOrder } from "./views/preview.ts";

type Routes = Handlers<typeof forexAccountApi>;
type Body = Parameters<Routes["placeForexOrder"]>[0]["body"];

export function forexAccountRoutes(deps: DeskDeps): Routes {
  const { database } = deps;
  const { idOf } = deps.accounts;
  return {
    getForexAccount: ({ caller }) => viewAccount(deps, idOf(caller.userId)),

    setForexNotices: ({ body, caller }) =>
      setForexNotices(database, caller.userId, {
        settings: definedOf(body) as Partial<NoticeSettings>,
        now: deps.clock.now(),
      }),

    transferForexFunds: ({ body, idempotency: request }) =>
      "amountSats" in body
        ? bringFunds(deps, { request, amountSats: body.amountSats })
        : takeBack(deps, { request, amountCents: body.amountCents }),

    placeForexOrder: ({ body, idempotency: request }) =>
      placeOrder(deps, { request, draft: askedFor(body), plan: body.plan }, presentTaken),

    previewForexOrder: ({ body, caller }) =>
      previewOrder(deps, idOf(caller.userId), askedFor(body)),

    replaceForexOrder: ({ body, params, idempotency: request }) =>
      placeOrder(
        deps,
        { request, draft: askedFor(body), replaces: params.orderId, plan: body.plan },
        presentTaken,
      ),

    cancelForexOrder: ({ params, idempotency: request }) =>
      cancelOrder(deps, { request, orderId: params.orderId }, presentOrder),

    async listForexOrders({ caller, query }) {
      const userId = idOf(caller.userId);
      const { state, cursor, limit } = query;
      const season = await readSeason(database, userId, query.season);
      const page = {
        state: state as OrderState | "ALL",
        ...cursorOf(cursor),
        season,
        limit: limit + 1,
      };
      const { items, nextCursor } = pageOf(await ordersOf(database, userId, page), limit);
      return { items: items.map(presentOrder), nextCursor };
    },

    async getForexOrderReport({ caller, params }) {
      const stored = await findOrder(database, idOf(caller.userId), params.orderId);
      if (!stored) throw forexRefusals.order_unknown();
      const events = await transactionsOfOrder(database, idOf(caller.userId), stored.id);
      const fill = events.find(({ type }) => type === "ORDER_FILL");
      return {
        order: presentOrder(stored),
        fill: fill ? presentTransaction(fill) : null,
        others: events.filter((event) => event !== fill).map(presentTransaction),
      };
    },

    async listForexTrades({ caller, query }) {
      const userId = idOf(caller.userId);
      const { state, cursor, limit } = query;
      const season = await readSeason(database, userId, query.season);
      const page = {
        state: state as TradeState | "ALL",
        ...cursorOf(cursor),
        season,
        limit: limit + 1,
      };
      const [rows, pending, quotes] = await Promise.all([
        tradesOf(database, userId, page),
        pendingOrdersOf(database, userId),
        deps.feed.valuedAt(deps.clock.now().getTime()),
      ]);
      const { items, nextCursor } = pageOf(rows, limit);
      return { items: items.map((trade) => presentTrade(trade, pending, quotes)), nextCursor };
    },

    closeForexTrade: ({ params, body, idempotency: request }) =>
      closeTrade(
        deps,
        { request, tradeId: params.tradeId, units: readCloseUnits(body.units) },
        presentTaken,
      ),

    changeForexTradeOrders: ({ params, body, idempotency: request }) =>
      changeExits(
        deps,
        { request, tradeId: params.tradeId, exits: exitsIn(body) },
        (trade, book) => ({
          orders: book.pending.filter(({ order }) => order.tradeId === trade.id).map(presentOrder),
        }),
      ),

    listForexPositions: async ({ caller }) => ({
      items: await viewPositions(deps, idOf(caller.userId)),
      nextCursor: null,
    }),

    closeForexPosition: ({ params, body, idempotency: request }) =>
      closePosition(
        deps,
        { request, instrument: params.instrument, part: readPartOfPosition(body ?? {}) },
        presentTaken,
      ),

    closeAllForexPositions: async ({ idempotency: request }) => ({
      items: await closeAll(deps, request, presentTaken),
    }),

    async listForexTransactions({ caller, query }) {
      const userId = idOf(caller.userId);
      const { cursor, limit, from, to } = query;
      const season = await readSeason(database, userId, query.season);
      const page = { ...numberedBefore(cursor), from, to, season, limit: limit + 1 };
      const { items, nextCursor } = pageOf(await transactionsOf(database, userId, page), limit);
      return { items: items.map(presentTransaction), nextCursor };
    },

    async getForexStatistics({ caller, query }) {
      const userId = idOf(caller.userId);
      return viewStatistics(database, userId, await readSeason(database, userId, query.season));
    },

    ...forexListRoutes(deps),
    ...forexDrawingRoutes(deps),
    ...forexSeasonRoutes(deps),

    async getForexDayBook({ caller, params }) {
      const opening = new Date(openingOf(dayOf(params.date)));
      const trades = await tradesOpenAt(database, caller.userId, opening);
      return { trades: trades.map(presentOpenTrade) };
    },
  };
}

function askedFor({ gtdTime, plan: _plan, ...body }: Body): OrderRequest {
  return definedOf({
    ...body,
    gtdTimeMs: gtdTime?.getTime(),
    takeProfitOnFill: body.takeProfitOnFill && exitIn(body.takeProfitOnFill),
    takeProfitsOnFill: body.takeProfitsOnFill?.map((target) => exitIn(target)),
    stopLossOnFill: body.stopLossOnFill && exitIn(body.stopLossOnFill),
    trailingStopLossOnFill: body.trailingStopLossOnFill && exitIn(body.trailingStopLossOnFill),
  }) as OrderRequest;
}

type ExitsBody = Parameters<Routes["changeForexTradeOrders"]>[0]["body"];

function exitsIn(body: ExitsBody): ExitChanges {
  const { takeProfit, takeProfits, stopLoss, trailingStopLoss, breakEven } = body;
  const isAmbiguous =
    (takeProfit !== undefined && takeProfits !== undefined) ||
    (stopLoss !== undefined && breakEven !== undefined);
  if (isAmbiguous) throw forexRefusals.exits_ambiguous();
  return {
    takeProfit: takeProfit && exitIn(takeProfit),
    takeProfits: takeProfits?.map((target) => exitIn(target)),
    breakEven,
    stopLoss: stopLoss && exitIn(stopLoss),
    trailingStopLoss: trailingStopLoss && exitIn(trailingStopLoss),
  };
}

interface WithTime {
  readonly timeInForce?: "GTC" | "GTD" | "GFD" | undefined;
  readonly gtdTime?: Date | undefined;
}

/** Converts an exit's expiry to milliseconds, as the market rules require. */
function exitIn<Exit extends WithTime>(exit: Exit): Omit<Exit, keyof WithTime> & ExitRequest {
  const { gtdTime, ...rest } = exit;
  return definedOf({ ...rest, gtdTimeMs: gtdTime?.getTime() }) as Omit<Exit, keyof WithTime> &
    ExitRequest;
}

/** Formats the order's current state and the event that filled it. */
function presentTaken(stored: StoredOrder, { at, changes }: Book) {
  const filled = changes.entries.find(({ id }) => id === stored.fillTransaction);
  return {
    order: presentOrder(stored),
    fill: filled
      ? presentTransaction({
          id: filled.id,
          type: filled.type,
          at,
          orderId: stored.id,
          tradeId: filled.tradeId ?? null,
          instrument: filled.instrument?.name ?? null,
          units: filled.units ?? null,
          price: filled.price ?? null,
          amountCents: filled.amountCents ?? 0n,
          balanceCents: filled.balanceCents,
          detail: filled.detail ?? {},
        })
      : null,
  };
}

function definedOf<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, item]) => item !== undefined),
  ) as Value;
}
