/**
 * Keeps the filters of the history page in the URL. The back button, a reload and shared links
 * therefore preserve the filters.
 */
export interface HistorySearch {
  asset?: "BTC" | "USD";
  account?: "available" | "held";
}

const ASSETS = ["BTC", "USD"] as const;
const ACCOUNTS = ["available", "held"] as const;

/** Returns the valid filters, and ignores unknown parameters and invalid values. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const asset = ASSETS.find((one) => one === search["asset"]);
  const account = ACCOUNTS.find((one) => one === search["account"]);
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(account === undefined ? {} : { account }),
  };
}
