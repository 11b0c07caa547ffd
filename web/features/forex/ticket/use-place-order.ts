/** Sends an order and shows a toast with its outcome. The caller shows refusals. */
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import type { ToastInput } from "../../../ui/toasts/toast-store.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import type { OrderBody } from "./read-draft.ts";
import { ticketTexts as texts } from "./strings.ts";

export interface OrderToSend {
  readonly body: OrderBody;
  /** Time at which the confirmation step was opened. Absent for one-click orders. */
  readonly begunAt?: number;
}

export function usePlaceOrder(callbacks: {
  readonly onSent: () => void;
  readonly onRefused: (error: Error) => void;
}) {
  const source = useDeskSource();
  return useChange({
    send: ({ body, begunAt }: OrderToSend) =>
      source.call("placeForexOrder", { body, ...(begunAt === undefined ? {} : { begunAt }) }),
    changed: source.changedByOrders,
    onDone(taken) {
      callbacks.onSent();
      return noticeOf(taken);
    },
    onRefused: callbacks.onRefused,
  });
}

/** Returns the toast for an order that was filled, cancelled or placed. */
export function noticeOf({ order, fill }: ApiAnswer<"placeForexOrder">): ToastInput {
  const pair = pairName(order.instrument);
  if (order.state === "CANCELLED") {
    const description = order.reasonText ?? order.reason ?? "";
    return { title: texts.cancelledTitle, description, variant: "destructive" };
  }
  if (fill) {
    const units = fill.units ?? order.units;
    const words = [wholeText(Math.abs(units)), pair, withMarks(fill.price ?? "")] as const;
    const side = units > 0 ? texts.bought : texts.sold;
    return { title: texts.filledTitle, description: texts.filled(side, ...words) };
  }
  const words = [wholeText(Math.abs(order.units)), pair, withMarks(order.price ?? "")] as const;
  const side = order.units > 0 ? texts.buy : texts.sell;
  return { title: texts.placedTitle, description: texts.placed(side, ...words) };
}
