/** Live prices for components: one of an instrument, all of them, and what keeps them coming. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { listenToQuotes } from "../../../data/live/quote-frames.ts";
import { followSight } from "../../../ui/loading/in-sight.ts";
import type { Board, LiveQuote } from "./live-quote.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { createQuoteStore, type QuoteStore } from "./quote-store.ts";

const CHECK_MS = 500;
/** Of the changes that a row out of sight is drawn with. */
const UNSEEN_SHARE = 0.1;
/** Hours, the day's range and the label come with the answer alone. */
const BOARD_MS = 15_000;

const live = createQuoteStore();
/** One at a time: a replay's prices are of another year than the live ones. */
let replayed: { readonly id: string; readonly store: QuoteStore } | undefined;

function storeOf(replayId: string | undefined): QuoteStore {
  if (replayId === undefined) return live;
  if (replayed?.id !== replayId) replayed = { id: replayId, store: createQuoteStore() };
  return replayed.store;
}

export function useQuoteStore(): QuoteStore {
  return storeOf(useDeskSource().replayId);
}

/** Draws again when this price changes, or becomes stale. */
export function useQuote(instrument: string): LiveQuote | undefined {
  const store = useQuoteStore();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(instrument, listener),
    [store, instrument],
  );
  return useSyncExternalStore(subscribe, () => store.get(instrument));
}

/** The same for one row of many: out of sight it follows one change of ten. */
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
    // By chance, so that not all rows are drawn with the same change.
    if (isInSight || Math.random() < UNSEEN_SHARE) listener();
  });
  return () => {
    stopSight?.();
    stopQuotes();
  };
}

/** Draws again with every change of any price: for what is reckoned from many. */
export function useQuotes(): ReadonlyMap<string, LiveQuote> {
  const store = useQuoteStore();
  return useSyncExternalStore(store.subscribeAll, store.all);
}

/** As they stand every so often: for what should not change with each of them. */
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

/** Milliseconds since 1970, by this device. Read it while prices are stale. */
export function quotesReceivedAtMs(): number | undefined {
  return live.receivedAtMs();
}

/** Once, by the page: prices come while it is mounted. */
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
