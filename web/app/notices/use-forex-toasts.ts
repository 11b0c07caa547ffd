/**
 * Shows a toast for messages of the Forex desk that arrive while any page is open: alerts, fills,
 * financing, margin calls and stop-outs. The live desk itself shows toasts about its fills.
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { activityTexts as texts } from "./strings.ts";

type Messages = ApiAnswer<"listMailbox">["items"];

const SHOWN = ["forex_alert", "forex_margin_call", "forex_orders", "forex_stop_out"];
const SHOWN_BY_DESK = ["forex_orders", "forex_stop_out"];
const TOAST_MS = 10_000;

/** `messages` are sorted newest first, and undefined until they are loaded. */
export function useForexToasts(messages: Messages | undefined): void {
  const router = useRouter();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (messages === undefined) return;
    const before = seen.current;
    seen.current = messages[0]?.sentAt ?? before ?? "";
    if (before === undefined) return;
    const { pathname, search } = router.state.location;
    const isDesk = pathname === paths.forex.to && !("replay" in search);
    const arrived = messages.filter(
      ({ sentAt, template, channel }) =>
        sentAt > before &&
        channel === "email" &&
        SHOWN.includes(template) &&
        !(isDesk && SHOWN_BY_DESK.includes(template)),
    );
    const [newest, ...others] = arrived;
    if (newest === undefined) return;
    const isAlert = newest.template === "forex_alert";
    toast({
      title: newest.subject,
      description: others.length === 0 ? undefined : texts.moreMessages(others.length),
      duration: TOAST_MS,
      action: {
        label: texts.openForex,
        run: () =>
          void router.navigate({
            ...paths.forex,
            search: { list: isAlert ? "alerts" : "history" },
          }),
      },
    });
  }, [messages, router]);
}
