/**
 * Loads the account and its open trades. If all open trades are loaded, they are revalued with
 * every price. Otherwise, the server's values are refetched every few seconds.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { useQuotes } from "../quotes/use-quotes.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { useReplay } from "../source/use-replay.ts";
import type { AccountFigures, ForexTrade } from "./figures.ts";
import { liveAccount, type LiveAccount } from "./live-account.ts";

/** Number of trades per page, which is the server's maximum. */
const OPEN_TRADES = 100;
const REFETCH_MS = 15_000;
const REFETCH_MS_WITHOUT_TRADES = 2_000;

/**
 * Returns all loaded pages, merged into one response. `nextCursor` is set while more pages exist.
 */
export function useOpenTrades(options?: Parameters<typeof usePages>[2]) {
  const { routeOf, replayId, call } = useDeskSource();
  const query = usePages(
    [routeOf("listForexTrades"), "pages", replayId, "OPEN"],
    (at) => call("listForexTrades", { query: { ...at, state: "OPEN", limit: OPEN_TRADES } }),
    options,
  );
  const pages = query.data?.pages;
  const data = useMemo(
    () =>
      pages && {
        items: pages.flatMap(({ items }) => items),
        nextCursor: pages.at(-1)?.nextCursor ?? null,
      },
    [pages],
  );
  return { ...query, data };
}

export function useDesk() {
  const { replayId } = useDeskSource();
  const trades = useOpenTrades({ refetchInterval: REFETCH_MS });
  const own = useQuery({
    ...apiQuery("getForexAccount"),
    refetchInterval: ({ state }) =>
      areAllThere(trades.data, state.data) ? REFETCH_MS : REFETCH_MS_WITHOUT_TRADES,
    enabled: replayId === undefined,
  });
  const standing = useReplay(replayId);
  const account: AccountFigures | undefined = replayId ? standing.data?.account : own.data;
  const isWhole = areAllThere(trades.data, account);
  return { account, query: replayId ? standing : own, own: own.data, trades, isWhole };
}

/**
 * True if all trades are loaded and current. False while pages are missing or trades wait to be
 * closed, or if the account and its trades were read at different times.
 */
function areAllThere(
  trades: ApiAnswer<"listForexTrades"> | undefined,
  account: AccountFigures | undefined,
): boolean {
  return trades?.nextCursor === null && trades.items.length === account?.openTradeCount;
}

export type Desk = ReturnType<typeof useDesk>;

const NO_TRADES: readonly ForexTrade[] = [];

/**
 * Returns the account's live figures, and rerenders with every price. Undefined if the server's
 * figures should be shown instead, for example because no trade is open.
 */
export function useLiveAccount({ account, trades, isWhole }: Desk): LiveAccount | undefined {
  const quotes = useQuotes();
  const items = trades.data?.items ?? NO_TRADES;
  const isOpen = items.length > 0;
  return useMemo(
    () =>
      account === undefined || !isWhole || !isOpen
        ? undefined
        : liveAccount(account, items, quotes),
    [account, items, isWhole, isOpen, quotes],
  );
}
