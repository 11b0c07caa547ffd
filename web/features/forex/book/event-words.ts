/** Describes each account event in a plain sentence. */
import { isReason, REASONS } from "#market";
import { btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { pairName } from "../quotes/price-text.ts";
import { triggerOf } from "../report/trigger-words.ts";
import { listTexts } from "./list-strings.ts";

export type ForexEvent = ApiAnswer<"listForexTransactions">["items"][number];

const OWN_REASONS: Readonly<Record<string, string>> = {
  CLIENT_REQUEST: "requested by you.",
  CLIENT_REQUEST_REPLACED: "replaced by another order.",
  MIGRATION: "the price source changed.",
  ACCOUNT_DISABLED: "the account was disabled.",
};

export function eventWords(event: ForexEvent): string {
  const { type } = event;
  if (type === "TRANSFER_FUNDS") return transferWords(event);
  if (type === "ORDER_FILL") return fillWords(event);
  if (type === "ORDER_CANCEL")
    return `Order in ${pairOf(event)} cancelled: ${reasonWords(text(event, "reason"))}`;
  if (type === "DAILY_FINANCING")
    return `Financing for ${text(event, "days") === "3" ? "three nights" : "one night"}, at 17:00 New York time.`;
  if (type === "TRAILING_STOP_MOVE")
    return `Trailing stop of ${pairOf(event)} moved to ${at(event)}.`;
  if (type === "MARGIN_CALL_ENTER")
    return "Margin call: the margin level fell to 100 % or less. Orders that add risk are refused.";
  if (type === "MARGIN_CALL_EXIT") return "Margin call ended.";
  if (type === "CLOSE_WHEN_TRADEABLE")
    return `The account was stopped out. ${pairOf(event)} will be closed at its next tradeable price.`;
  if (type === "NEGATIVE_BALANCE_PROTECTION") return "The platform covered your negative balance.";
  if (type.endsWith("_ORDER")) return orderWords(event);
  return type.replaceAll("_", " ").toLowerCase();
}

function transferWords(event: ForexEvent): string {
  const rate = usdText(BigInt(text(event, "centsPerBtc") ?? 0));
  if (event.amountCents >= 0)
    return `Moved ${btc(text(event, "amountSats"))} BTC to Forex at ${rate} USD, conversion cost ${btc(text(event, "costSats"))} BTC.`;
  const gain = text(event, "gainSats") ?? "0";
  const own = `Moved ${btc(text(event, "ownSats"))} BTC of your own coins to the wallet`;
  return gain === "0" ? `${own}.` : `${own} and ${btc(gain)} BTC of gains at ${rate} USD.`;
}

function fillWords(event: ForexEvent): string {
  const units = event.units ?? 0;
  const size = wholeText(Math.abs(units));
  const what = `${units > 0 ? "Bought" : "Sold"} ${size} ${pairOf(event)} at ${at(event)}`;
  if (text(event, "reason") === "MARGIN_CLOSEOUT")
    return `Stopped out at a margin level of 50 % or less: ${what.replace(/^./, (first) => first.toLowerCase())}.${lateWords(event)}`;
  const spread = text(event, "spreadPips");
  const latency = text(event, "latencyMs");
  const trigger = triggerOf(event);
  const why =
    trigger === undefined
      ? ""
      : `: ${[trigger.what, ...(trigger.slip === undefined ? [] : [trigger.slip])].join(", ")}`;
  const how = [
    ...(spread === undefined ? [] : [`spread ${withMarks(spread)} pips`]),
    ...(latency === undefined ? [] : [`latency ${latency} ms`]),
  ];
  return `${[`${what}${why}`, ...(how.length === 0 ? [] : [how.join(", ")])].join("; ")}.${lateWords(event)}`;
}

/** A note for fills that an outage of the engine delayed. */
function lateWords({ detail }: ForexEvent): string {
  return detail["caughtUp"] === true
    ? " An outage delayed this fill; it has the price of the time when it was due."
    : "";
}

function orderWords(event: ForexEvent): string {
  const type = event.type.replace(/_ORDER$/, "");
  const name = listTexts.orderTypes[type] ?? type.replaceAll("_", " ").toLowerCase();
  const price = event.price === null ? "" : ` at ${at(event)}`;
  if (type === "MARKET" || !(type in listTexts.orderTypes) || event.tradeId === null) {
    const units = event.units ?? 0;
    const side = units > 0 ? "buy" : "sell";
    return `${name} order to ${side} ${wholeText(Math.abs(units))} ${pairOf(event)}${price}.`;
  }
  return `${name} of ${pairOf(event)} set${price}.`;
}

function reasonWords(reason: string | undefined): string {
  if (isReason(reason)) return REASONS[reason].replace(/^./, (first) => first.toLowerCase());
  return OWN_REASONS[reason ?? ""] ?? reason ?? "";
}

function pairOf({ instrument }: ForexEvent): string {
  return instrument === null ? "" : pairName(instrument);
}

function at({ price }: ForexEvent): string {
  return withMarks(price ?? "");
}

function btc(sats: string | undefined): string {
  return btcText(BigInt(sats ?? 0));
}

function text({ detail }: ForexEvent, name: string): string | undefined {
  const value = detail[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
