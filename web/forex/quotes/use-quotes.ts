/** Live prices for components: one of an instrument, all of them, and what keeps them coming. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { apiQuery } from "../../api/query.ts";
import { listenToQuotes } from "../../live/quote-frames.ts";
import type { Board, LiveQuote } from "./live-quote.ts";
import { createQuoteStore } from "./quote-store.ts";

const CHECK_MS = 500;
/** Hours, the day's range and the label come with the answer alone. */
const BOARD_MS = 15_000;

const store = createQuoteStore();
const subscribeAll = (listener: () => void) => store.subscribeAll(listener);
const all = () => store.all();
const isStale = () => store.isStale();

/** Draws again when this price changes, or becomes stale. */
export function useQuote(instrument: string): LiveQuote | undefined {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(instrument, listener),
    [instrument],
  );
  return useSyncExternalStore(subscribe, () => store.get(instrument));
}

/** Draws again with every change of any price: for what is reckoned from many. */
export function useQuotes(): ReadonlyMap<string, LiveQuote> {
  return useSyncExternalStore(subscribeAll, all);
}

/** As they stand every so often: for what should not change with each of them. */
export function useQuotesEvery(everyMs: number): ReadonlyMap<string, LiveQuote> {
  const [kept, setKept] = useState(all);
  const isEmpty = kept.size === 0;
  useEffect(() => {
    const look = () => setKept(all());
    const timer = setInterval(look, everyMs);
    const stop = isEmpty ? subscribeAll(look) : undefined;
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }, [everyMs, isEmpty]);
  return kept;
}

export function useAreQuotesStale(): boolean {
  return useSyncExternalStore(subscribeAll, isStale);
}

/** As it is now, for what is decided once. */
export function latestQuote(instrument: string): LiveQuote | undefined {
  return store.get(instrument);
}

/** Milliseconds since 1970, by this device. Read it while prices are stale. */
export function quotesHeardAtMs(): number | undefined {
  return store.heardAtMs();
}

/** Once, by the page: prices come while it is mounted. */
export function useQuoteFeed() {
  const board = useQuery({ ...apiQuery("getQuotes"), refetchInterval: BOARD_MS });
  const { data } = board;
  useEffect(() => {
    if (data !== undefined) store.hearAnswer(data);
  }, [data]);
  useEffect(() => {
    const stop = listenToQuotes((frame) => store.hearFrame(frame));
    const timer = setInterval(() => store.check(), CHECK_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return board;
}

export type { Board };
