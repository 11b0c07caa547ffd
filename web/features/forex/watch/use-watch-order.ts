/**
 * Keeps the user's watchlist order in browser storage, which the tabs share. If storage is
 * unavailable, the order is lost when the page is closed.
 */
import { useSyncExternalStore } from "react";
import { PAIRS } from "#market";
import { moveBy, readWatchOrder, withStar, type WatchOrder } from "./watch-order.ts";

const KEY = "forex-watchlist";
const ALL = PAIRS.map(({ name }) => name);

/** The most popular pairs, which come first in the default order. */
const COMMON = ["EUR_USD", "GBP_USD", "USD_JPY", "USD_CHF", "AUD_USD", "USD_CAD", "NZD_USD"];
const FIRST = [...COMMON, ...ALL.filter((name) => !COMMON.includes(name))];

const listeners = new Set<() => void>();
let current: WatchOrder | undefined;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== KEY) return;
  current = readWatchOrder(newValue, FIRST);
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

function get(): WatchOrder {
  return (current ??= readWatchOrder(readStored(), FIRST));
}

function saveOrder(next: WatchOrder): void {
  current = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage may be blocked, for example in a private window. The order is then lost when the page
    // is closed.
  }
  notifyListeners();
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function useWatchOrder() {
  const order = useSyncExternalStore(subscribe, get);
  return {
    order,
    star: (name: string) => saveOrder(withStar(order, name)),
    move: (name: string, by: -1 | 1) => saveOrder(moveBy(order, name, by)),
  };
}
