/**
 * Stores the latest prices and notifies subscribers. A row is notified only when its own price
 * changes. If prices stop arriving, the stored prices become stale but keep their values.
 */
import { decodeQuotes } from "../../../../api/quote-frame.ts";
import { quoteOfAnswer, quoteOfFrame, type Board, type LiveQuote } from "./live-quote.ts";

type Listener = () => void;

export interface QuoteStore {
  readonly get: (instrument: string) => LiveQuote | undefined;
  /** Returns the latest prices by instrument. Returns the same map until a price changes. */
  readonly all: () => ReadonlyMap<string, LiveQuote>;
  /** True if prices have stopped arriving although the market is open. */
  readonly isStale: () => boolean;
  /**
   * Returns the time at which the last frame or response arrived, in milliseconds since 1970 by
   * this device's clock.
   */
  receivedAtMs(): number | undefined;
  hearAnswer(board: Board): void;
  hearFrame(frame: ArrayBuffer): void;
  /** Marks the prices as stale if none have arrived for several seconds. */
  check(): void;
  subscribe(instrument: string, listener: Listener): () => void;
  /** Notifies on any price change and when prices become stale. */
  readonly subscribeAll: (listener: Listener) => () => void;
}

const STALE_AFTER_MS = 3_000;

export function createQuoteStore(now: () => number = Date.now): QuoteStore {
  let quotes: ReadonlyMap<string, LiveQuote> = new Map();
  let receivedAtMs: number | undefined;
  let isStale = false;
  const listeners = new Map<string, Set<Listener>>();
  const generalListeners = new Set<Listener>();

  const take = (fresh: Iterable<LiveQuote | undefined>) => {
    const next = new Map(quotes);
    const changed: string[] = [];
    for (const quote of fresh) {
      if (!quote || isSame(quotes.get(quote.instrument), quote)) continue;
      next.set(quote.instrument, quote);
      changed.push(quote.instrument);
    }
    receivedAtMs = now();
    const wasStale = isStale;
    isStale = false;
    if (changed.length > 0) quotes = next;
    for (const name of wasStale ? listeners.keys() : changed) notify(listeners.get(name));
    if (changed.length > 0 || wasStale) notify(generalListeners);
  };

  return {
    get: (instrument) => quotes.get(instrument),
    all: () => quotes,
    isStale: () => isStale,
    receivedAtMs: () => receivedAtMs,
    // Skip a delayed response, because it must not replace newer prices.
    hearAnswer: (board) =>
      take(
        board.quotes
          .map(quoteOfAnswer)
          .filter((one) => one && one.timeMs >= (quotes.get(one.instrument)?.timeMs ?? 0)),
      ),
    hearFrame: (frame) => take(decodeQuotes(frame).map(quoteOfFrame)),
    check() {
      if (isStale || receivedAtMs === undefined || now() - receivedAtMs < STALE_AFTER_MS) return;
      // A closed market sends no prices, so missing prices are stale only while the market is open.
      const isOpen = ({ status }: LiveQuote) => status === "tradeable" || status === "halted";
      if (![...quotes.values()].some(isOpen)) return;
      isStale = true;
      for (const set of listeners.values()) notify(set);
      notify(generalListeners);
    },
    subscribe(instrument, listener) {
      const set = listeners.get(instrument) ?? new Set();
      listeners.set(instrument, set.add(listener));
      return () => set.delete(listener);
    },
    subscribeAll(listener) {
      generalListeners.add(listener);
      return () => generalListeners.delete(listener);
    },
  };
}

/** Compares two quotes without their times, because times are not shown. */
function isSame(a: LiveQuote | undefined, b: LiveQuote): boolean {
  return (
    a !== undefined &&
    a.bid === b.bid &&
    a.ask === b.ask &&
    a.status === b.status &&
    a.dayOpen === b.dayOpen
  );
}

function notify(listeners: Iterable<Listener> | undefined): void {
  for (const listener of listeners ?? []) listener();
}
