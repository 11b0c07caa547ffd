/**
 * Actions of the current page with their keys. The palette and the list of shortcuts show these
 * actions. Pressing a key runs its action.
 */
import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";

export interface PageCommand {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Key name as in `KeyboardEvent.key`: `b`, `/`, `ArrowUp`. */
  readonly key?: string;
  /** Displayed key name, if it differs from `key`. */
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

/** Returns the commands that have a key, with the key as displayed. */
export function keyedCommands(): readonly { readonly label: string; readonly keyText: string }[] {
  return current.flatMap(({ label, key, keyText }) =>
    key === undefined ? [] : [{ label, keyText: keyText ?? key }],
  );
}
