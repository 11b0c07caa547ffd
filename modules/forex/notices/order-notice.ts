/**
 * Creates the message about events that their owner did not request: orders that were filled or
 * ended, and financing.
 */
import { priceText, type OrderType } from "#market";
import { formatAmount, USD_DECIMALS } from "#money";
import type { Notification } from "#notifications";
import { knownInstrument } from "../book/known-instrument.ts";
import type { Transaction } from "../book/transactions-table.ts";
import { reasonText } from "../views/present.ts";

const LINES_MAX = 20;

const NAMES: Readonly<Record<string, string>> = {
  MARKET: "Closed by the desk",
  LIMIT: "Limit order",
  STOP: "Stop order",
  STOP_LIMIT: "Stop-limit order",
  MARKET_IF_TOUCHED: "If-touched order",
  TAKE_PROFIT: "Take profit",
  STOP_LOSS: "Stop loss",
  TRAILING_STOP_LOSS: "Trailing stop",
} satisfies Record<OrderType, string>;

/** Returns the message about one or more events, given oldest first. */
export function orderNotice(
  { userId, mailsFills }: { readonly userId: string; readonly mailsFills: boolean },
  events: readonly Transaction[],
  now: Date,
): Notification<"forex_orders"> {
  const [first, ...others] = events;
  if (!first) throw new Error("an order message needs at least one event");
  const subject =
    others.length === 0
      ? headOf(first)
      : events.some(({ type }) => type === "DAILY_FINANCING")
        ? `${events.length} events in your Forex account`
        : `${events.length} of your Forex orders were filled or ended`;
  const lines = events.slice(0, LINES_MAX).map((event) => lineOf(event));
  if (events.length > LINES_MAX) lines.push(`And ${events.length - LINES_MAX} more.`);
  return {
    userId,
    template: "forex_orders",
    values: { subject, lines: lines.join("\n") },
    isMailboxOnly: !mailsFills,
    now,
  };
}

/** Returns a headline such as `Stop loss: sold 20,000 EUR/CHF at 1.02081`. */
function headOf(event: Transaction): string {
  const { type, units, price, detail, amountCents } = event;
  if (type === "DAILY_FINANCING") {
    const nights = detail["days"] === 3 ? "three nights" : "one night";
    return `Financing for ${nights}: ${formatAmount(amountCents, USD_DECIMALS)} USD`;
  }
  const name = NAMES[String(detail["orderType"])] ?? "Order";
  if (type !== "ORDER_FILL") return `${name} in ${pairOf(event)} ended without a fill`;
  const side = (units ?? 0) > 0 ? "bought" : "sold";
  const size = Math.abs(units ?? 0).toLocaleString("en-US");
  const instrument = knownInstrument(event.instrument ?? "");
  return `${name}: ${side} ${size} ${pairOf(event)} at ${priceText(price ?? 0, instrument)}`;
}

function lineOf(event: Transaction): string {
  const { type, at, amountCents, detail } = event;
  const head = `${at.toISOString().slice(0, 19)}Z ${headOf(event)}`;
  if (type === "DAILY_FINANCING") return `${head}.`;
  if (type !== "ORDER_FILL") return `${head}. ${reasonText(String(detail["reason"])) ?? ""}`.trim();
  const trigger = detail["orderPrice"];
  const isClosing = Array.isArray(detail["reductions"]) && detail["reductions"].length > 0;
  return [
    head,
    ...(typeof trigger === "string" ? [`triggered at ${trigger}`] : []),
    ...(isClosing ? [`result ${formatAmount(amountCents, USD_DECIMALS)} USD`] : []),
    ...(detail["caughtUp"] === true ? ["caught up after an outage"] : []),
  ]
    .join(", ")
    .concat(".");
}

function pairOf({ instrument }: Transaction): string {
  return (instrument ?? "").replace("_", "/");
}
