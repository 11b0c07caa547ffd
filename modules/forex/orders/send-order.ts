/**
 * Sends an order to the desk. A market order reaches the market after its latency and is then
 * filled completely or cancelled for a stated reason. A limit or stop order waits until the engine
 * fills it. Repeated requests with the same key place one order, with one random latency.
 */
import type { Instrument } from "#market";
import { transferIdOf, type IdempotentRequest } from "#platform";
import type { Sent } from "../book/assert-takes-orders.ts";
import { retryAfterTicks } from "../book/assert-ticks-processed.ts";
import type { OrderToTake } from "../book/decide-order.ts";
import { isPriceReached, type OrderSource } from "../book/order-source.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";

export interface Sending extends Pick<OrderToTake, "replacesId" | "isOneOfAll" | "plan"> {
  readonly request: IdempotentRequest;
  readonly instrument: Instrument;
  readonly source: OrderSource;
  /** True for an order that executes immediately, false for an order that waits for its price. */
  readonly isAtOnce: boolean;
  /**
   * True if the order only closes positions. Such orders are accepted even while the desk accepts
   * no new orders.
   */
  readonly isClosing: boolean;
}

/**
 * Sends the order. Throws the refusals of an order. If an order is cancelled on arrival, this is a
 * normal response, not a refusal.
 */
export async function sendOrder<Answer>(
  deps: DeskDeps,
  sending: Sending,
  present: OrderToTake<Answer>["present"],
): Promise<Answer> {
  const { clock, feed } = deps;
  const { request, instrument, source, isAtOnce } = sending;
  const id = `fxo_${transferIdOf(request, "order").replaceAll("-", "")}`;
  const sentMs = clock.now().getTime();
  const [quotes, lastSeen] = await Promise.all([feed.quotesAt(sentMs), feed.valuedAt(sentMs)]);
  const sent: Sent = { timeMs: sentMs, quotes, values: lastSeen };
  const isReached = !isAtOnce && isPriceReached(source, instrument, sent);
  const arrival = (isAtOnce || isReached) && quotes ? await feed.arrivalOf(id, sentMs) : undefined;
  if (arrival) await deps.until(arrival.timeMs);
  const turn = arrival && {
    sent,
    latencyMs: arrival.latencyMs,
    quotes: await feed.quotesAt(arrival.timeMs),
    values: await feed.valuedAt(arrival.timeMs),
    label: feed.label,
  };
  const at = new Date(arrival?.timeMs ?? sentMs);
  const order: OrderToTake<Answer> = { ...sending, id, sent, at, isReached, turn, present };
  return retryAfterTicks(deps, () => deps.takeOrder(order));
}
