/**
 * The filters of the history page live in its address, so that back, reload and a shared link keep
 * them.
 */
export interface HistorySearch {
  asset?: "BTC" | "USD";
  account?: "available" | "held";
}

const ASSETS = ["BTC", "USD"] as const;
const ACCOUNTS = ["available", "held"] as const;

/** Takes what it knows and leaves out the rest. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const asset = ASSETS.find((one) => one === search["asset"]);
  const account = ACCOUNTS.find((one) => one === search["account"]);
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(account === undefined ? {} : { account }),
  };
}
