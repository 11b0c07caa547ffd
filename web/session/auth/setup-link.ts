/**
 * The one-time link that makes the first administrator. Its token comes in the fragment, which no
 * server and no Referer sees, and leaves the address at once. It is kept in this tab through
 * sign-up or sign-in, sent once there is a session, and forgotten as soon as the server has decided
 * about it.
 */
import { useEffect, useSyncExternalStore } from "react";

const KEY = "admin-setup";

const listeners = new Set<() => void>();

/** Used when the browser refuses storage: the token then lives as long as the page. */
let memory: string | undefined;

/** Of the page that the link leads to. Before whatever leaves that page. */
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
    // Kept in memory.
  }
  notifyListeners();
}

/** The kept token; undefined while a prerendered page is taken over. */
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
    // Nothing is stored when storage is refused.
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
