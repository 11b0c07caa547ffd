/**
 * Actions of the open page, with their keys. The palette and the list of shortcuts show the
 * actions, and a key press runs them.
 */
import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";

export interface PageCommand {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The browser's name of the key: `b`, `/`, `ArrowUp`. */
  readonly key?: string;
  /** The displayed name of the key, if it differs from the browser's name. */
  readonly keyText?: string;
  readonly run: () => void;
}

let current: readonly PageCommand[] = [];

/** Registers the commands while the page is mounted. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    current = commands;
    return () => {
      if (current === commands) current = [];
    };
  }, [commands]);
}

export function pageCommands(): readonly PageCommand[] {
  return current;
}

export function pageCommandOf(key: string): PageCommand | undefined {
  return current.find((command) => command.key === key);
}

/** Returns the commands that have their own key, with the key as displayed. */
export function keyedCommands(): readonly { readonly label: string; readonly keyText: string }[] {
  return current.flatMap(({ label, key, keyText }) =>
    key === undefined ? [] : [{ label, keyText: keyText ?? key }],
  );
}
