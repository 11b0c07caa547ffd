/** Trades at random in a replay, and reads a replay's whole account for comparisons. */
import {
  originOf,
  PAIRS,
  priceText,
  type Instrument,
  type OrderRequest,
  type Quote,
} from "#market";
import { Refusal } from "#platform";
import { ordersOf, pendingOrdersOf } from "../../../modules/forex/book/orders-table.ts";
import { openTradesOf, tradesOf } from "../../../modules/forex/book/trades-table.ts";
import { transactionsOf } from "../../../modules/forex/book/transactions-table.ts";
import { cancelOrder } from "../../../modules/forex/orders/cancel-order.ts";
import { changeExits, type ExitChanges } from "../../../modules/forex/orders/change-exits.ts";
import { closeAll } from "../../../modules/forex/orders/close-all.ts";
import { closeTrade } from "../../../modules/forex/orders/close-trade.ts";
import { placeOrder } from "../../../modules/forex/orders/place-order.ts";
import {
  peekReplay,
  type OpenReplay,
  type ReplayDeps,
} from "../../../modules/forex/replays/open-replay.ts";
import { viewReplay } from "../../../modules/forex/replays/view-replay.ts";
import { moneyRequest } from "./mining.ts";

interface Subject {
  readonly userId: string;
  readonly replayId: string;
}

const ALL = 100_000;
/** Pairs with dollars, and pairs whose results are converted. */
const TRADED = PAIRS.filter(({ name }) => ["EUR_USD", "USD_JPY", "EUR_CHF"].includes(name));

/**
 * Returns the stored account as users see it: figures, orders, trades and events. Ids are those of
 * the replay in which an order was placed.
 */
export async function wholeAccount(deps: ReplayDeps, { userId, replayId }: Subject) {
  const { database } = deps;
  const replay = await peekReplay(deps, { userId, replayId });
  const { account, board } = await viewReplay(replay);
  const page = { state: "ALL", limit: ALL } as const;
  const rows = {
    account,
    quotes: board.quotes,
    orders: await ordersOf(database, replayId, page),
    pending: await pendingOrdersOf(database, replayId),
    trades: await tradesOf(database, replayId, page),
    open: await openTradesOf(database, replayId),
    events: await transactionsOf(database, replayId, { limit: ALL }),
  };
  return { at: replay.row.clockAt, rows: withOriginalIds(rows) };
}

/** Replaces the ids of inherited orders and trades, also in details, and removes account ids. */
function withOriginalIds<Value>(value: Value): Value {
  return changedIds(value) as Value;
}

function changedIds(value: unknown): unknown {
  if (typeof value === "string") return originOf(value);
  if (Array.isArray(value)) return value.map(changedIds);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "userId");
  return Object.fromEntries(entries.map(([key, one]) => [key, changedIds(one)]));
}

/** Sends one random request. Refused requests are part of the history. */
export async function tradeAtRandom(
  replay: OpenReplay,
  userId: string,
  random: () => number,
): Promise<void> {
  const below = (end: number) => Math.floor(random() * end);
  const oneOf = <Value>(values: readonly Value[]) => values[below(values.length)];
  const pair = oneOf(TRADED);
  const { desk, row } = replay;
  const quote = pair && (await desk.feed.quotesAt(desk.clock.now().getTime()))?.(pair);
  if (!pair || !quote) return;
  const trade = oneOf(await openTradesOf(desk.database, row.id));
  const order = oneOf(await pendingOrdersOf(desk.database, row.id));
  const request = moneyRequest(userId, "random", [random()]);
  const ignore = () => null;
  const actions = [
    () => placeOrder(desk, { request, draft: randomOrder(pair, quote, below) }, ignore),
    () => placeOrder(desk, { request, draft: randomOrder(pair, quote, below) }, ignore),
    () => {
      const draft = randomOrder(pair, quote, below);
      return placeOrder(desk, { request, draft, ...(order ? { replaces: order.id } : {}) }, ignore);
    },
    () => order && cancelOrder(desk, { request, orderId: order.id }, ignore),
    () =>
      trade &&
      closeTrade(
        desk,
        { request, tradeId: trade.id, units: 1 + below(Math.abs(trade.units)) },
        ignore,
      ),
    () => (below(6) === 0 ? closeAll(desk, request, ignore) : undefined),
    () => {
      const exits = trade && randomExits(trade.instrument, trade.units, quote, below);
      return exits && changeExits(desk, { request, tradeId: trade.id, exits }, ignore);
    },
  ];
  try {
    await oneOf(actions)?.();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

type Below = (end: number) => number;

function randomOrder(pair: Instrument, quote: Quote, below: Below): OrderRequest {
  const side = below(2) === 0 ? 1 : -1;
  const units = String(side * (1_000 + 1_000 * below(20)));
  const type = (["MARKET", "MARKET", "LIMIT", "STOP", "STOP_LIMIT", "MARKET_IF_TOUCHED"] as const)[
    below(6)
  ];
  const away = (steps: number) => priceText(quote.bid + steps * stepOf(pair), pair);
  const exits = below(2) === 0 ? {} : exitsOfOrder(pair, quote, side, below);
  if (type === "MARKET" || type === undefined)
    return { type: "MARKET", instrument: pair.name, units, ...exits };
  const price = below(2) === 0 ? below(8) : -below(8);
  const limit = type === "STOP_LIMIT" ? { limitPrice: away(price + below(3) - 1) } : {};
  return { type, instrument: pair.name, units, price: away(price), ...limit, ...exits };
}

/** About three pips. */
function stepOf({ pip }: Instrument): number {
  return 3 * pip;
}

function exitsOfOrder(pair: Instrument, quote: Quote, side: number, below: Below) {
  const at = (steps: number) => ({
    price: priceText(quote.bid + side * steps * stepOf(pair), pair),
  });
  return {
    takeProfitOnFill: at(6 + below(8)),
    stopLossOnFill: at(-6 - below(8)),
    trailingStopLossOnFill: { distance: priceText((5 + below(10)) * stepOf(pair), pair) },
  };
}

function randomExits(pair: Instrument, units: number, quote: Quote, below: Below): ExitChanges {
  const side = Math.sign(units);
  const { takeProfitOnFill, stopLossOnFill, trailingStopLossOnFill } = exitsOfOrder(
    pair,
    quote,
    side,
    below,
  );
  const part = Math.max(1, Math.floor(Math.abs(units) / 3));
  const targets = [1, 2, 3].map((times) => ({
    price: priceText(quote.bid + side * times * 2 * stepOf(pair), pair),
    units: String(part),
  }));
  const choices: readonly ExitChanges[] = [
    { takeProfit: takeProfitOnFill, stopLoss: stopLossOnFill },
    { trailingStopLoss: trailingStopLossOnFill },
    { takeProfits: targets },
    { breakEven: true },
    { stopLoss: null, takeProfit: null },
  ];
  return choices[below(choices.length)] ?? {};
}
