/**
 * A small setting of this browser, such as theme or unit, shared by all components and tabs. If
 * storage is unavailable, the setting lasts until the page is closed.
 */
import { useSyncExternalStore } from "react";

export interface StoredChoice<Value extends string> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
  /** Value used in prerendered pages. */
  initial: Value;
}

export function storedChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  initial: Value,
): StoredChoice<Value> {
  const listeners = new Set<() => void>();
  const choiceOf = (text: string | null) => values.find((value) => value === text) ?? initial;
  let current: Value | undefined;
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  if (typeof document !== "undefined") {
    window.addEventListener("storage", (event) => {
      if (event.key !== key) return;
      current = choiceOf(event.newValue);
      notifyListeners();
    });
  }
  return {
    initial,
    get: () => (current ??= choiceOf(read(key))),
    set: (value) => {
      current = value;
      write(key, value);
      notifyListeners();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useChoice<Value extends string>(choice: StoredChoice<Value>): Value {
  return useSyncExternalStore(choice.subscribe, choice.get, () => choice.initial);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is unavailable (private window), so the choice lasts until the page is closed.
  }
}
