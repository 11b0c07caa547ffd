/** The person's newest deposits and withdrawals, asked for alike wherever they are needed. */
import { apiQuery } from "../../../data/api/query.ts";

export const OWN_LIMIT = 10;

export const ownQueries = {
  withdrawals: apiQuery("listWithdrawals", { query: { limit: OWN_LIMIT } }),
  deposits: apiQuery("listDeposits", { query: { limit: OWN_LIMIT } }),
};
