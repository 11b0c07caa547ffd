/**
 * Stores the current toast. A new toast replaces the previous one. `toast()` can be called from
 * anywhere.
 */
export interface ToastInput {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive";
  /**
   * Duration in milliseconds, 5000 by default. With Infinity, the toast stays until the user closes
   * it.
   */
  duration?: number;
  /** The most likely next action. Clicking the action closes the toast. */
  action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface ShownToast extends ToastInput {
  id: number;
  /** When the toast appeared, in milliseconds since 1970. */
  at: number;
}

export const TOAST_MS = 5000;
export const TOAST_SWIPE_PX = 50;

let shown: ShownToast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

export function toast(input: ToastInput): void {
  lastId += 1;
  show({ ...input, id: lastId, at: Date.now() });
}

/** Closes the toast with this id. A newer toast stays open. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(undefined);
}

export function shownToast(): ShownToast | undefined {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
