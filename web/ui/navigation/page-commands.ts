/**
 * What the page that is open can do beyond going elsewhere, with its own keys: in the palette, on
 * the sheet of shortcuts, and at a press.
 */
import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";

export interface PageCommand {
  readonly label: string;
  readonly icon: LucideIcon;
  /** As the browser names it: `b`, `/`, `ArrowUp`. */
  readonly key?: string;
  /** The key as it is drawn, where that differs. */
  readonly keyText?: string;
  readonly run: () => void;
}

let current: readonly PageCommand[] = [];

/** They hold while the page is mounted. */
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

/** Those with a key of their own, as they are drawn. */
export function keyedCommands(): readonly { readonly label: string; readonly keyText: string }[] {
  return current.flatMap(({ label, key, keyText }) =>
    key === undefined ? [] : [{ label, keyText: keyText ?? key }],
  );
}
