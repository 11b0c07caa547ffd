/** Describes each event of the account in a plain sentence. */
import { isReason, REASONS } from "#market";
import { btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { pairName } from "../quotes/price-text.ts";
import { triggerOf } from "../report/trigger-words.ts";
import { eventTexts as texts } from "./event-strings.ts";
import { historyTexts } from "./history-strings.ts";

export type ForexEvent = ApiAnswer<"listForexTransactions">["items"][number];

export function eventWords(event: ForexEvent): string {
  const { type } = event;
  if (type === "TRANSFER_FUNDS") return transferWords(event);
  if (type === "ORDER_FILL") return fillWords(event);
  if (type === "ORDER_CANCEL")
    return texts.cancelled(pairOf(event), reasonWords(text(event, "reason")));
  if (type === "DAILY_FINANCING") return financingWords(event);
  if (type === "STOP_LIMIT_TRIGGERED")
    return texts.stopReached(pairOf(event), at(event), withMarks(text(event, "limitPrice") ?? ""));
  if (type === "TAKE_PROFIT_REDUCED")
    return texts.targetReduced(pairOf(event), at(event), wholeText(Math.abs(event.units ?? 0)));
  if (type === "TRAILING_STOP_MOVE") return texts.trailingMoved(pairOf(event), at(event));
  if (type === "MARGIN_CALL_ENTER") return texts.marginCall;
  if (type === "MARGIN_CALL_EXIT") return texts.marginCallEnded;
  if (type === "CLOSE_WHEN_TRADEABLE") return texts.closesLater(pairOf(event));
  if (type === "NEGATIVE_BALANCE_PROTECTION") return texts.negativeBalance;
  if (type === "SEASON_END") return texts.seasonEnded(text(event, "season") ?? "");
  if (type.endsWith("_ORDER")) return orderWords(event);
  return type.replaceAll("_", " ").toLowerCase();
}

function financingWords(event: ForexEvent): string {
  const positions = event.detail["positions"] as readonly { readonly days?: number }[] | undefined;
  const days = new Set(positions?.map((one) => String(one.days ?? text(event, "days"))));
  const [nights = text(event, "days")] = days;
  const words =
    days.size > 1 ? texts.someNights : nights === "3" ? texts.threeNights : texts.oneNight;
  const interest = text(event, "interest");
  return interest === undefined ? words : `${words} ${interest}`;
}

function transferWords(event: ForexEvent): string {
  const rate = usdText(BigInt(text(event, "centsPerBtc") ?? 0));
  if (event.amountCents >= 0)
    return texts.movedIn(btc(text(event, "amountSats")), rate, btc(text(event, "costSats")));
  const gain = text(event, "gainSats") ?? "0";
  const own = btc(text(event, "ownSats"));
  return gain === "0" ? texts.movedBack(own) : texts.movedBackWithGains(own, btc(gain), rate);
}

function fillWords(event: ForexEvent): string {
  const units = event.units ?? 0;
  const size = wholeText(Math.abs(units));
  const fill = (units > 0 ? texts.bought : texts.sold)(size, pairOf(event), at(event));
  if (text(event, "reason") === "MARGIN_CLOSEOUT")
    return withLateNote(
      texts.stoppedOut(fill.replace(/^./, (first) => first.toLowerCase())),
      event,
    );
  const spread = text(event, "spreadPips");
  const latency = text(event, "latencyMs");
  const trigger = triggerOf(event);
  const why =
    trigger === undefined
      ? ""
      : `: ${[trigger.what, ...(trigger.slip === undefined ? [] : [trigger.slip])].join(", ")}`;
  const how = [
    ...(spread === undefined ? [] : [texts.spread(withMarks(spread))]),
    ...(latency === undefined ? [] : [texts.latency(latency)]),
  ];
  const parts = [`${fill}${why}`, ...(how.length === 0 ? [] : [how.join(", ")])];
  return withLateNote(`${parts.join("; ")}.`, event);
}

/** Adds a note to the sentence if an engine outage delayed the fill. */
function withLateNote(sentence: string, { detail }: ForexEvent): string {
  return detail["caughtUp"] === true ? `${sentence} ${texts.late}` : sentence;
}

function orderWords(event: ForexEvent): string {
  const type = event.type.replace(/_ORDER$/, "");
  const name = historyTexts.orderTypes[type] ?? type.replaceAll("_", " ").toLowerCase();
  const pair = pairOf(event);
  const hasPrice = event.price !== null;
  if (type === "MARKET" || !(type in historyTexts.orderTypes) || event.tradeId === null) {
    const units = event.units ?? 0;
    const order = [name, units > 0, wholeText(Math.abs(units)), pair] as const;
    return hasPrice ? texts.placedAt(...order, at(event)) : texts.placed(...order);
  }
  return hasPrice ? texts.exitSetAt(name, pair, at(event)) : texts.exitSet(name, pair);
}

function reasonWords(reason: string | undefined): string {
  if (isReason(reason)) return REASONS[reason].replace(/^./, (first) => first.toLowerCase());
  return texts.reasons[reason ?? ""] ?? reason ?? "";
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
