/**
 * Contracts of many users in one transaction, each as if it had been bought alone. Whoever would be
 * refused, or is busy elsewhere, is left out before anything is written.
 */
import { post } from "#ledger";
import { Apart, failpoint, refuseTogether, type DatabaseTransaction } from "#platform";
import { maySell, referenceValuesAt, type Sale } from "#treasury";
import type { BuyParts, ContractPurchase } from "./buy-contract.ts";
import { chargeOf } from "./charge.ts";
import { insertContracts, type Contract } from "./contracts-table.ts";
import { insertEarners } from "./earners-table.ts";
import { lockIdleMiners } from "./miners-table.ts";
import { plansAt } from "./plan-terms.ts";
import { planOffer } from "./plans.ts";
import { saleOf } from "./promises.ts";
import { soldContract } from "./sold-contract.ts";

/**
 * Throws an `Apart` for those who have to buy alone; all of them when cover is short. Throws
 * `pay_waits`.
 */
export async function buyTogether(
  tx: DatabaseTransaction,
  { payGate, isFrozen, treasury }: BuyParts,
  purchases: readonly ContractPurchase[],
): Promise<readonly Contract[]> {
  const userIds = purchases.map(({ request }) => request.userId);
  const idle = new Set((await lockIdleMiners(tx, userIds)).map(({ userId }) => userId));
  refuseTogether(purchases, ({ request }) => !idle.has(request.userId));
  const now = payGate.requireCheckedClock().now();
  const [plans, reference, isAnyFrozen] = await Promise.all([
    plansAt(tx, now),
    referenceValuesAt(tx, now),
    isFrozen(tx, ...userIds),
  ]);
  const frozen = isAnyFrozen
    ? await Promise.all(userIds.map((userId) => isFrozen(tx, userId)))
    : [];
  const offers = purchases.map(({ planId, priceSats }, place) => {
    const plan = plans.find(({ id, isOffered }) => id === planId && isOffered);
    if (!plan || frozen[place]) return undefined;
    const offer = planOffer(plan, reference);
    const isAsSeen = priceSats === undefined || priceSats === offer.costSats;
    return isAsSeen ? { plan, offer } : undefined;
  });
  refuseTogether(offers, (offer) => offer === undefined);
  const offered = offers.filter((offer) => offer !== undefined);
  const sales = offered.map(({ offer }) =>
    saleOf({ ...offer, priceSats: offer.costSats }, reference),
  );
  if (!(await maySell(tx, treasury, { now, reference, sale: sumOf(sales) })))
    throw new Apart(purchases.keys());
  const sold = offered.map((offer, place) => {
    const request = purchases[place]?.request;
    if (!request) throw new Error("more offers than purchases");
    return soldContract(request, { ...offer, reference, now });
  });
  const [, , results] = await Promise.all([
    insertEarners(
      tx,
      sold.map(({ earner }) => earner),
    ),
    insertContracts(
      tx,
      sold.map(({ contract }) => contract),
    ),
    post(
      tx,
      sold.map(({ charge }) => [chargeOf(charge)]),
    ),
  ]);
  refuseTogether(results, ([result]) => result !== "ok" && result !== "exists");
  failpoint("mining.contract-written");
  return sold.map(({ contract }) => contract);
}

function sumOf(sales: readonly Sale[]): Sale {
  const sum = (of: (sale: Sale) => bigint) => sales.reduce((total, sale) => total + of(sale), 0n);
  return {
    priceSats: sum(({ priceSats }) => priceSats),
    owedSats: sum(({ owedSats }) => owedSats),
    dueSats: sum(({ dueSats }) => dueSats),
  };
}
