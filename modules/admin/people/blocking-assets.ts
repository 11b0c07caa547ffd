/**
 * What a person still has, in words: asked before a deletion, of the ledger and of every product.
 */
import { balancesOf } from "#ledger";
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import type { Queryable } from "#platform";
import type { AnyProduct } from "#treasury";

/**
 * Empty when nothing is left. What is asked first may have become coins by the time of the last
 * question (a deposit credited, a contract paid), so nothing is said to be left only when there are
 * no coins after all the other questions either.
 */
export async function deletionBlockersOf(
  queryable: Queryable,
  products: readonly Pick<AnyProduct, "deletionBlockers">[],
  userId: string,
): Promise<string[]> {
  const blockers = await coinsOf(queryable, userId);
  for (const product of products)
    blockers.push(...(await product.deletionBlockers(queryable, userId)));
  return blockers.length > 0 ? blockers : coinsOf(queryable, userId);
}

async function coinsOf(queryable: Queryable, userId: string): Promise<string[]> {
  const { availableSats, heldSats, availableCents, heldCents } = await balancesOf(
    queryable,
    userId,
  );
  const sats = availableSats + heldSats;
  const cents = availableCents + heldCents;
  return [
    sats > 0n ? `${formatAmount(sats, BTC_DECIMALS)} BTC` : "",
    cents > 0n ? `${formatAmount(cents, USD_DECIMALS)} USD` : "",
  ].filter((words) => words !== "");
}
