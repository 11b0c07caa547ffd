/**
 * Hooks for the live prices of one or all instruments, and for the feed that updates the prices.
 */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { listenToQuotes } from "../../../data/live/quote-frames.ts";
import { followSight } from "../../../ui/loading/in-sight.ts";
import type { Board, LiveQuote } from "./live-quote.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { createQuoteStore, type QuoteStore } from "./quote-store.ts";

const CHECK_MS = 500;
/** Share of price changes that a row out of view renders. */
const UNSEEN_SHARE = 0.1;
/**
 * Polling interval of the board, whose market hours, day's range and label are not in the stream.
 */
const BOARD_MS = 15_000;

const live = createQuoteStore();
/**
 * Store of the current replay. It is separate, because replay prices must not mix with live prices.
 */
let replayed: { readonly id: string; readonly store: QuoteStore } | undefined;

function storeOf(replayId: string | undefined): QuoteStore {
  if (replayId === undefined) return live;
  if (replayed?.id !== replayId) replayed = { id: replayId, store: createQuoteStore() };
  return replayed.store;
}

export function useQuoteStore(): QuoteStore {
  return storeOf(useDeskSource().replayId);
}

/** Returns an instrument's latest price. Rerenders when it changes or becomes stale. */
export function useQuote(instrument: string): LiveQuote | undefined {
  const store = useQuoteStore();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(instrument, listener),
    [store, instrument],
  );
  return useSyncExternalStore(subscribe, () => store.get(instrument));
}

/**
 * Like `useQuote`, but for one row of a list. While the row is out of view, it renders only about
 * one price change in ten.
 */
export function useRowQuote(
  instrument: string,
  row: RefObject<Element | null>,
): LiveQuote | undefined {
  const store = useQuoteStore();
  const subscribe = useCallback(
    (listener: () => void) => followSeldom(store, instrument, row, listener),
    [store, instrument, row],
  );
  return useSyncExternalStore(subscribe, () => store.get(instrument));
}

function followSeldom(
  store: QuoteStore,
  instrument: string,
  { current }: RefObject<Element | null>,
  listener: () => void,
): () => void {
  let isInSight = true;
  const stopSight =
    current &&
    followSight(current, (isSeen) => {
      isInSight = isSeen;
      if (isSeen) listener();
    });
  const stopQuotes = store.subscribe(instrument, () => {
    // Choose at random, so that the rows do not all render at the same price change.
    if (isInSight || Math.random() < UNSEEN_SHARE) listener();
  });
  return () => {
    stopSight?.();
    stopQuotes();
  };
}

/**
 * Returns all prices, for figures that depend on many prices. Rerenders with every price change.
 */
export function useQuotes(): ReadonlyMap<string, LiveQuote> {
  const store = useQuoteStore();
  return useSyncExternalStore(store.subscribeAll, store.all);
}

/**
 * Returns a snapshot of all prices every `everyMs`, for figures that need not follow every change.
 */
export function useQuotesEvery(everyMs: number): ReadonlyMap<string, LiveQuote> {
  const store = useQuoteStore();
  const [snapshot, setSnapshot] = useState(store.all);
  const isEmpty = snapshot.size === 0;
  useEffect(() => {
    const look = () => setSnapshot(store.all());
    const timer = setInterval(look, everyMs);
    const stop = isEmpty ? store.subscribeAll(look) : undefined;
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }, [store, everyMs, isEmpty]);
  return snapshot;
}

export function useAreQuotesStale(): boolean {
  const store = useQuoteStore();
  return useSyncExternalStore(store.subscribeAll, store.isStale);
}

/**
 * Returns the time at which the last live price arrived, in milliseconds since 1970 by this
 * device's clock. It is not reactive, so read it only while prices are stale.
 */
export function quotesReceivedAtMs(): number | undefined {
  return live.receivedAtMs();
}

/** Keeps live prices up to date while the page is mounted. Call this hook once per page. */
export function useQuoteFeed() {
  const board = useQuery({ ...apiQuery("getQuotes"), refetchInterval: BOARD_MS });
  const { data } = board;
  useEffect(() => {
    if (data !== undefined) live.hearAnswer(data);
  }, [data]);
  useEffect(() => {
    const stop = listenToQuotes((frame) => live.hearFrame(frame));
    const timer = setInterval(() => live.check(), CHECK_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return board;
}

export type { Board };
