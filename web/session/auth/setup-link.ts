/**
 * The one-time link that creates the first administrator. Its token is in the URL fragment, which
 * is never sent to servers or in Referer headers, and is removed from the URL immediately. The tab
 * keeps the token during sign-up or sign-in, sends it when a session exists, and deletes it after
 * the server has decided.
 */
import { useEffect, useSyncExternalStore } from "react";

const KEY = "admin-setup";

const listeners = new Set<() => void>();

/**
 * Holds the token if browser storage is unavailable. The token is then lost when the page is
 * closed.
 */
let memory: string | undefined;

/**
 * Reads the token from the page's URL and stores it. Call this hook on the page that the link
 * opens, before any navigation.
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
    // Storage is unavailable, so the token stays in memory.
  }
  notifyListeners();
}

/** Returns the stored token. Undefined while a prerendered page is being hydrated. */
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
    // Storage is unavailable, so it contains no token.
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
