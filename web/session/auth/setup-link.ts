/**
 * The one-time link that creates the first administrator. Its token is in the URL's fragment, which
 * servers and Referer headers never see, and is removed from the URL at once. The tab keeps the
 * token through sign-up or sign-in, sends it once there is a session, and deletes it when the
 * server has decided.
 */
import { useEffect, useSyncExternalStore } from "react";

const KEY = "admin-setup";

const listeners = new Set<() => void>();

/** Used if browser storage is not available. The token then lasts as long as the page. */
let memory: string | undefined;

/**
 * Reads the token from the page's URL and stores it. Call on the page that the link leads to,
 * before navigating away.
 */
export function useSetupLink(): void {
  useEffect(() => {
    takeFromAddress();
    addEventListener("hashchange", takeFromAddress);
    return () => removeEventListener("hashchange", takeFromAddress);
  }, []);
}

function takeFromAddress(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("setup");
  if (token === null) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  keepSetupToken(token);
}

export function keepSetupToken(token: string): void {
  memory = token;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // The token stays in memory.
  }
  notifyListeners();
}

/** Returns the stored token. Undefined during hydration of a prerendered page. */
export function useSetupToken(): string | undefined {
  return useSyncExternalStore(subscribe, keptToken, () => undefined);
}

function keptToken(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

export function forgetSetupToken(): void {
  memory = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is stored if storage is not available.
  }
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
