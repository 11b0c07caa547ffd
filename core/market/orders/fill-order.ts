/**
 * Decides whether an order that has reached the market is filled, using the first valid quote after
 * the order's latency. An order is filled completely, is cancelled for a stated reason, or remains
 * pending. The caller locks the account, calls this function and posts the result.
 */
import { valueAccount, type Account, type AccountValue } from "../book/account.ts";
import type { Quotes } from "../book/conversion.ts";
import { fillAccount, unitsOf, type Filled } from "../book/netting.ts";
import { compare } from "../book/ratio.ts";
import { OPEN_TRADES_MAX, POSITION_UNITS_MAX, PRICE_STEP } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";
import { executionPrice, type ExecutionPrice } from "./execution.ts";
import { isWorse, limitOf, waitsForStop } from "./limits.ts";
import { exitUnits } from "./targets.ts";
import { isAtOnce, isExpired, type ExitTime, type Order } from "./order.ts";
import type { Reason } from "./reasons.ts";
import { isTriggered } from "./trigger.ts";

export type Decision =
  | { readonly kind: "pending" }
  /** The price has reached the stop of a stop-limit order, which now waits for its limit. */
  | { readonly kind: "triggered" }
  | { readonly kind: "cancel"; readonly reason: Reason }
  | {
      readonly kind: "fill";
      readonly filled: Filled;
      readonly execution: ExecutionPrice;
      readonly before: AccountValue;
      readonly after: AccountValue;
    };

export interface Turn {
  readonly order: Order;
  /** Id for the trade, if the order opens one. */
  readonly tradeId: string;
  readonly account: Account;
  readonly nowMs: number;
  /**
   * The first valid quote at or after the order's arrival. Undefined if no such quote is available
   * yet.
   */
  readonly quote: Quote | undefined;
  /** All instruments' last valid quotes at that tick. */
  readonly quotes: Quotes;
}

const PENDING: Decision = { kind: "pending" };

/**
 * Returns the decision about an order. Throws a RangeError if a currency of the account has no
 * quote.
 */
export function fillOrder(turn: Turn): Decision {
  const { account, nowMs, quote, quotes } = turn;
  const order = asLargeAsItsTrade(turn.order, account);
  const { instrument, units } = order;
  if (isExpired(order, nowMs)) return cancelled("TIME_IN_FORCE_EXPIRED");
  const wrong = wrongTrade(order, account) ?? wrongAction(order, unitsOf(account, instrument));
  if (wrong) return cancelled(wrong);
  if (!quote) return isAtOnce(order) ? cancelled("MARKET_HALTED") : PENDING;
  // An order that waits for its price is processed only after it was triggered. Only an immediate
  // order must be compared with the current price.
  if (isAtOnce(order) && !isTriggered(order, quote)) return cancelled("TIME_IN_FORCE_EXPIRED");
  const held = unitsOf(account, instrument);
  const execution = executionPrice(quote, units, held);
  const { price } = execution;
  if (isWorse(order, price, limitOf(order))) {
    if (isAtOnce(order)) return cancelled("TIME_IN_FORCE_EXPIRED");
    return waitsForStop(order) ? { kind: "triggered" } : PENDING;
  }
  if (isWorse(order, price, order.priceBound)) return cancelled("BOUNDS_VIOLATION");
  if (Math.abs(held + units) > POSITION_UNITS_MAX) return cancelled("POSITION_SIZE_EXCEEDED");
  const before = valueAccount(account, quotes);
  const fill = { tradeId: turn.tradeId, instrument, units, price, closesTrade: order.tradeId };
  const filled = fillAccount(account, fill, quotes);
  const after = valueAccount(filled.account, quotes);
  const passed = filled.opened && (passedOnFill(order, quote) ?? overOnFill(order, nowMs));
  if (passed) return cancelled(passed);
  if (filled.opened && filled.account.trades.length > OPEN_TRADES_MAX)
    return cancelled("OPEN_TRADES_ALLOWED_EXCEEDED");
  const addsExposure = compare(after.marginUsed, before.marginUsed) > 0;
  if (addsExposure && compare(after.nav, after.marginUsed) <= 0)
    return cancelled("INSUFFICIENT_MARGIN");
  return { kind: "fill", filled, execution, before, after };
}

function cancelled(reason: Reason): Decision {
  return { kind: "cancel", reason };
}

/**
 * Returns an exit order sized to its trade's remaining units, because an exit closes the whole
 * trade. A target for a part of the trade keeps its units if the trade still has as many.
 */
function asLargeAsItsTrade(order: Order, { trades }: Account): Order {
  const trade = trades.find(({ id }) => id === order.tradeId);
  return trade && order.type !== "MARKET" ? { ...order, units: exitUnits(order, trade) } : order;
}

function wrongTrade({ tradeId, units }: Order, { trades }: Account): Reason | undefined {
  if (tradeId === undefined) return undefined;
  const trade = trades.find(({ id }) => id === tradeId);
  if (!trade || trade.units * units > 0) return "LINKED_TRADE_CLOSED";
  return Math.abs(units) > Math.abs(trade.units)
    ? "CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE"
    : undefined;
}

function wrongAction({ positionFill, units }: Order, held: number): Reason | undefined {
  const isOpposite = held * units < 0;
  if (positionFill === "OPEN_ONLY" && isOpposite) return "ORDER_FILL_POSITION_ACTION_INVALID";
  if (positionFill !== "REDUCE_ONLY") return undefined;
  if (!isOpposite) return "CLOSEOUT_POSITION_DOESNT_EXIST";
  return Math.abs(units) > Math.abs(held)
    ? "CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE"
    : undefined;
}

/**
 * Returns a reason to cancel if an exit expired before its trade was opened, because the exit would
 * not protect the trade.
 */
function overOnFill(
  { onFill: { times = {}, targets = [] } }: Order,
  nowMs: number,
): Reason | undefined {
  const isOver = (time: ExitTime | undefined) => (time?.gtdTimeMs ?? Infinity) <= nowMs;
  if (isOver(times.takeProfit) || targets.some(({ time }) => isOver(time)))
    return "TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_IN_PAST";
  if (isOver(times.stopLoss)) return "STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST";
  if (isOver(times.trailingStop)) return "TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST";
  return undefined;
}

/**
 * Returns a reason to cancel if an exit is invalid at the quote. A stop loss or take profit that
 * the quote has already passed would close the trade immediately. A trailing stop whose price would
 * be zero or less would never trigger.
 */
export function passedOnFill(
  { units, onFill }: Pick<Order, "units" | "onFill">,
  { bid, ask }: Quote,
): Reason | undefined {
  const { stopLoss, takeProfit, targets = [], trailingDistance } = onFill;
  const isLong = units > 0;
  const isTargetPassed = (price: number) => (isLong ? bid >= price : ask <= price);
  if (stopLoss !== undefined && (isLong ? bid <= stopLoss : ask >= stopLoss))
    return "STOP_LOSS_ON_FILL_LOSS";
  if (takeProfit !== undefined && isTargetPassed(takeProfit)) return "TAKE_PROFIT_ON_FILL_LOSS";
  if (targets.some(({ price }) => isTargetPassed(price))) return "TAKE_PROFIT_ON_FILL_LOSS";
  if (trailingDistance !== undefined && isLong && bid - trailingDistance < PRICE_STEP)
    return "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED";
  return undefined;
}
