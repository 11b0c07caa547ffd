/**
 * Second keys of the shortcuts `g d`, `g w` and so on, one per page. A page without a key in the
 * table gets the first free letter of its label, so every new page has a shortcut.
 */
import { headerEntries, type NavigationEntry, type ShellArea } from "../navigation/entries.ts";

const KEYS: Readonly<Record<string, string>> = {
  Dashboard: "d",
  Forex: "f",
  Invest: "i",
  Staking: "s",
  "Cloud Mining": "c",
  Hardware: "r",
  Wallet: "w",
  Deposit: "p",
  Withdraw: "o",
  "Track Transaction": "t",
  Analytics: "a",
  Settings: "e",
  Support: "u",
  "Admin Panel": "n",
  Mailbox: "m",
  History: "h",
};

export interface GoTo {
  readonly entry: NavigationEntry;
  readonly key: string | undefined;
}

/** Returns the pages with their keys: sidebar entries first, then header entries. */
export function withKeys(entries: readonly NavigationEntry[]): GoTo[] {
  const taken = new Set(entries.map(({ label }) => KEYS[label]));
  return entries.map((entry) => {
    const fixed = KEYS[entry.label];
    if (fixed !== undefined) return { entry, key: fixed };
    const letters = `${entry.label.toLowerCase()}abcdefghijklmnopqrstuvwxyz`.match(/[a-z]/g);
    const key = letters?.find((letter) => !taken.has(letter));
    if (key !== undefined) taken.add(key);
    return { entry, key };
  });
}

export function goTosOf(area: ShellArea): GoTo[] {
  const back = area.back === undefined ? [] : [area.back];
  return withKeys([...area.entries, ...back, ...headerEntries]);
}
