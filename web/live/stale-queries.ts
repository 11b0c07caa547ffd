/** Which answers of the API an event makes old. The event carries no truth of its own: it is read again over HTTP. */
import type { QueryClient } from "@tanstack/react-query";
import type { RouteName } from "../../api-schema/paths.ts";
import type { ApiAnswer } from "../api.ts";
import type { StreamEvent } from "./stream.ts";

type Change = Extract<StreamEvent, { topic: "me" }>["data"]["what"];

const BY_CHANGE: Readonly<Record<Change, readonly RouteName[]>> = {
  balances: [
    "getMe",
    "getWallet",
    "listEntries",
    "getWithdrawalTerms",
    "getMining",
    "listAdjustments",
    "listOwnAdjustments",
  ],
  deposits: ["getWallet", "getMe", "listDeposits", "getFaucet", "getTransaction", "listEntries"],
  withdrawals: [
    "getWallet",
    "getMe",
    "listWithdrawals",
    "getWithdrawal",
    "getWithdrawalTerms",
    "getTransaction",
    "listEntries",
    "listWithdrawalQueue",
  ],
  mining: ["getMining", "listStatements", "listRigs", "listOrders", "listHardware"],
  earn: ["listPositions", "listEarnProducts", "getWallet"],
  mailbox: ["listMailbox"],
  profile: ["getMe", "getNotificationSettings"],
  support: ["listTickets"],
};

const BY_BLOCK: readonly RouteName[] = [
  "getPublicStats",
  "getTransaction",
  "listDeposits",
  "listWithdrawals",
];

const BY_CHAT: readonly RouteName[] = ["getChat", "getDeskChat", "listInbox"];

export function applyEvent(queryClient: QueryClient, event: StreamEvent): void {
  if (event.topic === "mining") {
    const { estimatedDailySats } = event.data;
    queryClient.setQueryData<ApiAnswer<"getMining">>(["getMining"], (mining) =>
      mining === undefined ? mining : { ...mining, estimatedDailySats },
    );
    return;
  }
  // Every amount in USD and every expectation on the screen depends on them.
  if (event.topic === "terms") {
    refreshAll(queryClient);
    return;
  }
  for (const name of namesFor(event)) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
}

function namesFor(
  event: Exclude<StreamEvent, { topic: "mining" | "terms" }>,
): readonly RouteName[] {
  if (event.topic === "chat") return BY_CHAT;
  return event.topic === "chain" ? BY_BLOCK : BY_CHANGE[event.data.what];
}

/** After a cut nobody knows what was missed: everything on the screen is read again. */
export function refreshAll(queryClient: QueryClient): void {
  void queryClient.invalidateQueries();
}
