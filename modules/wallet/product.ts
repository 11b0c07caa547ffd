/**
 * Implements the product contract for the wallet: deletion blockers, liabilities, obligations and
 * terms.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import { countInWords, type ProductContract } from "#treasury";
import { forgetConnections } from "./connections/connections-table.ts";
import { isFrozen, pendingSatsOf } from "./overview.ts";
import { openGrantsOf, openPaymentsOf } from "./figures/payment-queues.ts";
import { walletLiabilities, walletObligations } from "./obligations.ts";
import { walletOwedTo } from "./owed-to.ts";
import { walletTerms } from "./terms/posted-limits.ts";
import { forgetFollowed } from "./watch-list/followers-table.ts";

export const walletProduct: ProductContract<
  "withdrawal" | "faucet" | "fee" | "consolidation" | "cold" | "review"
> = {
  async deletionBlockers(queryable, userId) {
    const pendingSats = await pendingSatsOf(queryable, userId);
    const withdrawals = await openPaymentsOf(queryable, userId);
    const grants = await openGrantsOf(queryable, userId);
    return [
      ...(pendingSats > 0n ? [`${formatAmount(pendingSats, BTC_DECIMALS)} BTC on the way`] : []),
      ...countInWords(withdrawals, "open withdrawal"),
      ...countInWords(grants, "faucet grant on its way", "faucet grants on their way"),
      ...((await isFrozen(queryable, userId)) ? ["a debt from a reversed deposit"] : []),
    ];
  },
  async forget(tx, { userId }) {
    await forgetConnections(tx, userId);
    await forgetFollowed(tx, userId);
  },
  holdings: () => Promise.resolve([]),
  liabilities: walletLiabilities,
  obligations: walletObligations,
  owedTo: walletOwedTo,
  terms: {
    withdrawal: walletTerms,
    faucet: walletTerms,
    fee: walletTerms,
    consolidation: walletTerms,
    cold: walletTerms,
    review: walletTerms,
  },
};
