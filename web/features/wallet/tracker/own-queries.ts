/** Loads the user's newest deposits and withdrawals. All callers share one query. */
import { apiQuery } from "../../../data/api/query.ts";

export const OWN_LIMIT = 10;

export const ownQueries = {
  withdrawals: apiQuery("listWithdrawals", { query: { limit: OWN_LIMIT } }),
  deposits: apiQuery("listDeposits", { query: { limit: OWN_LIMIT } }),
};
