/**
 * Maps events to the queries that they invalidate. Most events carry no data, so these queries are
 * refetched over HTTP.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { RouteName } from "../../../api/paths.ts";
import type { AdminEvent } from "../../../api/stream.ts";
import type { ApiAnswer } from "../api/route-shapes.ts";
import { readAgain } from "../api/query-client.ts";
import { isChatOpen } from "./chat-state.ts";
import type { PacedQueries, Stale } from "./paced-queries.ts";
import type { StreamEvent } from "./stream.ts";

type ChatNews = Extract<StreamEvent, { topic: "chat" }>["data"];
type Estimate = Extract<StreamEvent, { topic: "mining" }>["data"];
type Change = Extract<StreamEvent, { topic: "me" }>["data"]["what"];

const BY_CHANGE: Readonly<Record<Change, readonly RouteName[]>> = {
  balances: [
    "getMe",
    "getWallet",
    "listEntries",
    "listEvents",
    "getWithdrawalTerms",
    "getMining",
    "listOwnAdjustments",
  ],
  adjustments: ["listAdjustments"],
  deposits: [
    "getWallet",
    "getMe",
    "listDeposits",
    "getDeposit",
    "getFaucet",
    "getTransaction",
    "listEntries",
    "listEvents",
  ],
  withdrawals: [
    "getWallet",
    "getMe",
    "listWithdrawals",
    "getWithdrawal",
    "getWithdrawalTerms",
    "getTransaction",
    "listEntries",
    "listEvents",
    "listWithdrawalQueue",
  ],
  mining: [
    "getMining",
    "listStatements",
    "listRigs",
    "listOrders",
    "listHardware",
    "getMeasuredWork",
    "listWorkStatements",
  ],
  workers: ["listWorkers", "getWorker", "getMeasuredWork"],
  forex: [
    "getForexAccount",
    "listForexAlerts",
    "listForexOrders",
    "listForexTrades",
    "listForexPositions",
    "listForexTransactions",
    "getForexStatistics",
    "listForexSeasons",
  ],
  earn: ["listPositions", "listEarnProducts", "getWallet"],
  mailbox: ["listMailbox", "getMessage"],
  profile: ["getMe", "getNotificationSettings"],
  support: ["listTickets"],
};

const BY_BLOCK: readonly RouteName[] = [
  "getPublicStats",
  "getTransaction",
  "listDeposits",
  "listFollowed",
  "listWithdrawals",
  "listEvents",
];

/**
 * Pause for lists that any user's actions invalidate. Each refetch reads all their loaded pages.
 */
const EVERYBODYS_PAUSE_MS = 2_000;

const BY_ADMIN_NEWS: Readonly<Record<AdminEvent, readonly RouteName[]>> = {
  withdrawals: ["listWithdrawalQueue"],
  tickets: ["listInbox", "getDeskTicket"],
};

export function applyEvent(
  queryClient: QueryClient,
  event: StreamEvent,
  paced: PacedQueries,
): void {
  if (event.topic === "mining") {
    renewEstimate(queryClient, event.data);
    return;
  }
  // All displayed USD amounts and expected results depend on the terms.
  if (event.topic === "terms") {
    void readAgain(queryClient);
    return;
  }
  if (event.topic === "chat") {
    for (const stale of staleByChat(event.data)) paced.invalidate(stale);
    if (event.data.what !== "typing")
      paced.invalidate({ queryKey: ["listInbox"] }, EVERYBODYS_PAUSE_MS);
    return;
  }
  if (event.topic === "admin") {
    for (const name of BY_ADMIN_NEWS[event.data.what])
      paced.invalidate({ queryKey: [name] }, EVERYBODYS_PAUSE_MS);
    return;
  }
  const names = event.topic === "chain" ? BY_BLOCK : BY_CHANGE[event.data.what];
  for (const name of names) paced.invalidate({ queryKey: [name] });
}

/**
 * Replaces only the estimate in the cached data. The age of the other data stays unchanged, even if
 * no page shows it.
 */
function renewEstimate(queryClient: QueryClient, { estimatedDailySats }: Estimate): void {
  const state = queryClient.getQueryState<ApiAnswer<"getMining">>(["getMining"]);
  if (state?.data === undefined || state.isInvalidated) return;
  const { data, dataUpdatedAt: updatedAt } = state;
  queryClient.setQueryData(["getMining"], { ...data, estimatedDailySats }, { updatedAt });
}

/**
 * Returns only the queries of the event's conversation, because administrators receive the events
 * of all conversations. Typing affects only the open conversation. Read marks also affect unread
 * counts.
 */
function staleByChat({ chatId, what, isOwn }: ChatNews): readonly Stale[] {
  const atDesk: Stale = { queryKey: ["getDeskChat", chatId], exact: what !== "message" };
  if (!isOwn) return [atDesk];
  if (what !== "typing") return [atDesk, { queryKey: ["getChat"] }];
  return isChatOpen() ? [atDesk, { queryKey: ["getChat", "pages"] }] : [atDesk];
}
