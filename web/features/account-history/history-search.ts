/**
 * The filters of the history page. They are kept in the URL, so that back, reload and shared links
 * preserve them.
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
