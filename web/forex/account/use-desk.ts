/**
 * The account and its open trades, valued anew with each price while all open trades are known;
 * else as the server values them every few seconds.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiQuery } from "../../api/query.ts";
import { useQuotes } from "../quotes/use-quotes.ts";
import { liveAccount, type ForexTrade, type LiveAccount } from "./live-account.ts";

/** As many as the server gives in one answer. */
const OPEN_TRADES = 100;
const REFETCH_MS = 15_000;
const REFETCH_MS_WITHOUT_TRADES = 2_000;

export const openTradesQuery = apiQuery("listForexTrades", {
  query: { state: "OPEN", limit: OPEN_TRADES },
});

export function useDesk() {
  const trades = useQuery({ ...openTradesQuery, refetchInterval: REFETCH_MS });
  const isWhole = trades.data?.nextCursor === null;
  const account = useQuery({
    ...apiQuery("getForexAccount"),
    refetchInterval: isWhole ? REFETCH_MS : REFETCH_MS_WITHOUT_TRADES,
  });
  return { account, trades, isWhole };
}

export type Desk = ReturnType<typeof useDesk>;

const NO_TRADES: readonly ForexTrade[] = [];

/** Draws again with every price. Undefined: the server's own figures hold. */
export function useLiveAccount({ account, trades, isWhole }: Desk): LiveAccount | undefined {
  const quotes = useQuotes();
  const items = trades.data?.items ?? NO_TRADES;
  const { data } = account;
  return useMemo(
    () => (data === undefined || !isWhole ? undefined : liveAccount(data, items, quotes)),
    [data, items, isWhole, quotes],
  );
}
