/**
 * Keeps the history page's filters in the URL, so that they survive a reload, the back button and
 * sharing the link.
 */
export interface HistorySearch {
  asset?: "BTC" | "USD";
  account?: "available" | "held";
}

const ASSETS = ["BTC", "USD"] as const;
const ACCOUNTS = ["available", "held"] as const;

/** Returns the valid filters. Ignores unknown parameters and invalid values. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const asset = ASSETS.find((one) => one === search["asset"]);
  const account = ACCOUNTS.find((one) => one === search["account"]);
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(account === undefined ? {} : { account }),
  };
}
