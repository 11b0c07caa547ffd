/** Title and text of the toast for new events. Loaded when the first event arrives. */
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { eventWords, type ForexEvent } from "./event-words.ts";
import { historyTexts as texts } from "./history-strings.ts";

export function fillNotice(newest: ForexEvent, count: number) {
  return {
    title: count === 1 ? titleOf(newest) : texts.ordersDone(count),
    description: eventWords(newest),
  };
}

function titleOf({ type, detail, amountCents }: ForexEvent): string {
  if (type === "DAILY_FINANCING") return texts.financed(usdText(BigInt(amountCents)));
  if (detail["reason"] === "MARGIN_CLOSEOUT") return texts.stoppedOut;
  const name = texts.orderTypes[String(detail["orderType"])] ?? texts.order;
  return type === "ORDER_FILL" ? texts.orderFilled(name) : texts.orderEnded(name);
}
