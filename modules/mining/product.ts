/**
 * Implements mining's part of the contract for products: deletion blockers, holdings, obligations
 * and terms of contracts and boosts. The shop does the same for rigs.
 */
import { countWorking } from "#pool";
import { countInWords, keepBooksOnly, type Holding, type ProductContract } from "#treasury";
import { miningOwedTo } from "./payouts/owed-to.ts";
import { planTerms } from "./plans/plan-terms.ts";
import { miningLiabilities, miningObligations } from "./plans/obligations.ts";
import { runningContractsOf } from "./public-figures.ts";
import { purchasesBefore, type Purchase } from "./plans/purchases-table.ts";
import { isWorkDue } from "./work/unpaid-work.ts";

/**
 * Returns mining as a product. `raiseWaitHours` is the number of hours until a higher pay cap for
 * measured work applies.
 */
export const miningProduct = (raiseWaitHours: number): ProductContract<"plan"> => ({
  async deletionBlockers(queryable, userId) {
    const contracts = await runningContractsOf(queryable, userId);
    // A worker that is still mining would earn pay for an account without an owner.
    const rigs = await countWorking(queryable, userId);
    return [
      ...countInWords(contracts, "running contract or boost", "running contracts or boosts"),
      ...countInWords(rigs, "worker mining in the pool", "workers mining in the pool"),
      ...((await isWorkDue(queryable, userId)) ? ["unpaid mining earnings"] : []),
    ];
  },
  forget: keepBooksOnly,
  async holdings(queryable, page) {
    const purchases = await purchasesBefore(queryable, page);
    return purchases.map((one) => holdingOf(one, page.now));
  },
  liabilities: miningLiabilities(raiseWaitHours),
  obligations: miningObligations(raiseWaitHours),
  owedTo: miningOwedTo(raiseWaitHours),
  terms: { plan: planTerms },
});

function holdingOf(purchase: Purchase, now: Date): Holding {
  const { id, startsAt, endsAt, paidSats, earnedSats, planName, multiplierTenths } = purchase;
  return {
    id,
    kind: planName === null ? "boost" : "contract",
    name: planName ?? `Boost ${String((multiplierTenths ?? 0) / 10)}x`,
    isOpen: endsAt > now,
    startedAt: startsAt,
    endsAt,
    paidSats,
    earnedSats,
  };
}
