/** UI strings for the command palette and the sheet of keyboard shortcuts. */
import { countText } from "../../ui/amounts/count-text.ts";

export const paletteTexts = {
  title: "Search and go to",
  placeholder: "Page, action, txid, withdrawal id or address",
  list: "Results",
  nothing: "No results. A txid has 64 characters, and a withdrawal id starts with wdr_.",
  found: (count: number) => countText(count, "result"),
  groups: {
    found: "Results for this id",
    here: "On this page",
    pages: "Pages",
    more: "More pages",
    actions: "Actions",
  },
  track: "Track this transaction",
  transaction: "Show this transaction on the chain",
  trackWithdrawal: "Track this withdrawal",
  usedBy: (what: string) => `${what} with this address`,
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  lookingUp: "Looking for this address in your deposits and withdrawals...",
  unknownAddress: "None of your deposits or withdrawals used this address.",
  notAmongNewest: (count: number) =>
    `None of your newest ${count} deposits and ${count} withdrawals used this address. For older ones, paste the txid.`,
  notLookedUp: "This address could not be looked up. Close the search and try again.",
  showAmountsIn: (unit: string) => `Show amounts in ${unit}`,
  now: "now",
  themes: { dark: "Dark theme", light: "Light theme", system: "System theme" },
  copyAddress: "Copy deposit address",
  copiedTitle: "Copied to Clipboard",
  copiedText: "The Bitcoin deposit address has been copied.",
  notCopiedTitle: "Not copied",
  notCopiedText: "The browser blocked it. Open Deposit and copy the address there.",
  shortcuts: "Keyboard shortcuts",
  activity: "Open activity",
  logout: "Logout",
} as const;

export const helpTexts = {
  title: "Keyboard shortcuts",
  anywhere: "Anywhere",
  search: "Search: pages, actions, ids",
  searchInFields: "Search, also while typing in a field",
  help: "This list of shortcuts",
  close: "Close the open dialog",
  here: "On this page",
  pages: "Pages: press g, then",
} as const;
