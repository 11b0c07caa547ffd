/**
 * Determines which pending orders a quote triggers. By default, the ask triggers buys and the bid
 * triggers sells. The take profit of a long trade is a sell.
 */
import { doubledMid, type Quote } from "../instruments/price.ts";
import { PRICE_STEP } from "../instruments/instruments.ts";
import { executionPrice, type ExecutionPrice } from "./execution.ts";
import { actingOrder, isWorse, limitOf, waitsForStop } from "./limits.ts";
import type { Order, TriggerCondition } from "./order.ts";

/** A pending order, with the fields that determine the execution sequence. */
export interface Resting {
  readonly id: string;
  readonly createdMs: number;
  readonly order: Order;
}

export function isTriggered(stored: Order, quote: Quote): boolean {
  const order = actingOrder(stored);
  if (order.type === "MARKET") return true;
  if (order.price === undefined) return false;
  const beyond = doubledTrigger(order, quote) - 2 * order.price;
  return wakesAbove(order) ? beyond >= 0 : beyond <= 0;
}

/**
 * True if the quote triggers the order at a price within the order's limit. A triggered order whose
 * limit is not met is not sent to the market, because it could not be filled. A stop-limit order is
 * sent as soon as its stop is reached. `held` is the position in units.
 */
export function isReady(order: Order, quote: Quote, held: number): boolean {
  if (!isTriggered(order, quote)) return false;
  if (waitsForStop(order)) return true;
  return !isWorse(order, executionOf(order, quote, held).price, limitOf(order));
}

/**
 * Moves a trailing stop to follow a quote. The stop follows the best price and never moves back.
 */
export function trailed(order: Order, quote: Quote): Order {
  if (order.type !== "TRAILING_STOP_LOSS" || order.distance === undefined) return order;
  const isSell = order.units < 0;
  const middle = Math.round(doubledTrigger(order, quote) / 2 / PRICE_STEP) * PRICE_STEP;
  const next = isSell ? middle - order.distance : middle + order.distance;
  const { price = next } = order;
  return { ...order, price: isSell ? Math.max(price, next) : Math.min(price, next) };
}

/**
 * Returns the distance that prices may move before the order must be checked, in doubled price
 * units. While bid and ask both move by less than half of this distance, the order neither becomes
 * ready nor trails. Returns 0 if the next quote must be checked.
 */
export function roomOf(stored: Order, quote: Quote, held: number): number {
  const order = actingOrder(stored);
  if (order.price === undefined) return 0;
  if (isTriggered(order, quote)) return waitsForStop(order) ? 0 : roomToLimit(order, quote, held);
  const doubled = doubledTrigger(order, quote);
  const toWake = Math.abs(doubled - 2 * order.price);
  if (order.type !== "TRAILING_STOP_LOSS" || order.distance === undefined) return toWake;
  const isSell = order.units < 0;
  const best = isSell ? order.price + order.distance : order.price - order.distance;
  // A trailing stop follows the mid price rounded to a price step, so one step is subtracted.
  const toFollow = (isSell ? 2 * best - doubled : doubled - 2 * best) - PRICE_STEP;
  return Math.max(0, Math.min(toWake, toFollow));
}

/**
 * Sorts orders triggered by the same tick: the order that the price has passed furthest comes
 * first, then the older order, then the lower id.
 */
export function triggersInOrder<Waiting extends Resting>(
  triggered: readonly Waiting[],
  quote: Quote,
): readonly Waiting[] {
  const distance = ({ order }: Resting) =>
    Math.abs(doubledTrigger(order, quote) - 2 * (actingOrder(order).price ?? 0));
  return triggered.toSorted(
    (a, b) => distance(b) - distance(a) || a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1),
  );
}

/**
 * Returns the distance that prices may move before the limit is met. Bid and ask both matter,
 * because the size effect depends on the spread and is rounded to a price step.
 */
function roomToLimit(order: Order, quote: Quote, held: number): number {
  const limit = limitOf(order);
  if (limit === undefined) return 0;
  const { price, tenths } = executionOf(order, quote, held);
  const missing = order.units > 0 ? price - limit : limit - price;
  const sure = tenths === 0 ? missing : (missing - PRICE_STEP) / (1 + tenths / 5);
  return Math.max(0, 2 * sure);
}

/**
 * Returns the order's execution price. An exit is priced as a pure reduction, because it closes
 * only remaining units of its trade.
 */
function executionOf(order: Order, quote: Quote, held: number): ExecutionPrice {
  const { units, tradeId } = order;
  return executionPrice(quote, units, tradeId === undefined ? held : -units);
}

/** Returns twice the market price that the order's trigger condition selects. */
function doubledTrigger({ units, triggerCondition }: Order, quote: Quote): number {
  const [own, other] = units > 0 ? [quote.ask, quote.bid] : [quote.bid, quote.ask];
  const doubled: Readonly<Record<TriggerCondition, number>> = {
    DEFAULT: 2 * own,
    INVERSE: 2 * other,
    BID: 2 * quote.bid,
    ASK: 2 * quote.ask,
    MID: doubledMid(quote),
  };
  return doubled[triggerCondition];
}

/** True if the order triggers at or above its price, false if it triggers at or below. */
function wakesAbove({ type, units, isBelowMarket }: Order): boolean {
  if (type === "MARKET_IF_TOUCHED") return isBelowMarket !== true;
  const isBuy = units > 0;
  return type === "LIMIT" || type === "TAKE_PROFIT" ? !isBuy : isBuy;
}
