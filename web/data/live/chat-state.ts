/**
 * Stores whether the chat is open, and its unread count. Shared by the chat button and the chat
 * panel, which is loaded later.
 */
import { useSyncExternalStore } from "react";

interface ChatState {
  readonly isOpen: boolean;
  readonly unread: number;
}

let state: ChatState = { isOpen: false, unread: 0 };
const CLOSED = state;
const listeners = new Set<() => void>();

function change(next: Partial<ChatState>): void {
  const changed = { ...state, ...next };
  if (changed.isOpen === state.isOpen && changed.unread === state.unread) return;
  state = changed;
  for (const listener of listeners) listener();
}

export function isChatOpen(): boolean {
  return state.isOpen;
}

export function setChatOpen(isOpen: boolean): void {
  change({ isOpen });
}

export function setChatUnread(unread: number): void {
  change({ unread });
}

export function useChat(): ChatState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => CLOSED,
  );
}
