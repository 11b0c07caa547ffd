/**
 * Stores the notices of this browser session, so that the user can read past toasts again. The
 * notices are stored only in this tab. They are cleared at sign-out
 * (session/auth/follow-session.ts), so that the next user cannot read them.
 */
import { useSyncExternalStore } from "react";
import { shownToast, subscribeToToasts } from "./toast-store.ts";

export interface Notice {
  readonly title: string;
  readonly description: string | undefined;
  readonly isProblem: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const KEY = "notices";
const KEPT_MAX = 30;

let notices: readonly Notice[] = readStored();
let lastId = 0;
const listeners = new Set<() => void>();

subscribeToToasts(() => {
  const shown = shownToast();
  if (shown === undefined || shown.id === lastId) return;
  lastId = shown.id;
  const { title, description, variant, at } = shown;
  const isProblem = variant === "destructive";
  keep([{ title, description, isProblem, at }, ...notices].slice(0, KEPT_MAX));
});

/** Returns the notices, newest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
    () => notices,
  );
}

export function forgetNotices(): void {
  keep([]);
}

function keep(next: readonly Notice[]): void {
  notices = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is unavailable, so the list lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function readStored(): readonly Notice[] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(entries) ? (entries as Notice[]) : [];
  } catch {
    return [];
  }
}
