/**
 * Shows a toast for events that the user did not just request: fills of pending orders and exits,
 * stop-outs, ended orders, and financing of more than 1 USD. Simultaneous events share one toast.
 * The history lists all of them.
 */
import { useEffect, useRef } from "react";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { useDeskSource } from "../source/desk-source.ts";
import type { ForexEvent } from "./event-words.ts";

const EVENTS_MAX = 50;
/**
 * Cancellation reasons that need no toast, because the user caused the cancellation or another
 * event explains it.
 */
const EXPECTED = ["CLIENT_REQUEST", "CLIENT_REQUEST_REPLACED", "LINKED_TRADE_CLOSED"];
const AT_ONCE = ["FOK", "IOC"];

/** `last` is the id of the account's newest event. Undefined until the account has loaded. */
export function useFillNotices(last: number | undefined): void {
  const { call } = useDeskSource();
  const seen = useRef<number>(undefined);
  useEffect(() => {
    if (last === undefined) return;
    const before = seen.current;
    seen.current = Math.max(before ?? 0, last);
    if (before === undefined || last <= before) return;
    const notify = async () => {
      const { items } = await call("listForexTransactions", { query: { limit: EVENTS_MAX } });
      const events = items.filter((event) => event.id > before && isUnattended(event));
      const [newest] = events;
      if (newest) toast((await import("./fill-notice.ts")).fillNotice(newest, events.length));
    };
    // Ignore failures, because the history shows these events anyway.
    notify().catch(() => undefined);
  }, [last, call]);
}

/** Financing of at most this many cents shows no toast. */
const FINANCING_CENTS_MIN = 100;

/** True if the event happened without a user's request. */
export function isUnattended({ type, detail, amountCents }: ForexEvent): boolean {
  if (type === "DAILY_FINANCING") return Math.abs(amountCents) > FINANCING_CENTS_MIN;
  if (type === "ORDER_CANCEL")
    return (
      detail["orderType"] !== undefined &&
      !EXPECTED.includes(String(detail["reason"])) &&
      !AT_ONCE.includes(String(detail["timeInForce"]))
    );
  if (type !== "ORDER_FILL") return false;
  if (detail["reason"] === "MARGIN_CLOSEOUT") return true;
  return detail["orderType"] !== "MARKET" && detail["sentAt"] !== detail["placedAt"];
}
