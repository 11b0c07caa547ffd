/**
 * Describes everything that blocks the deletion of an account, from the ledger and every product.
 */
import { balancesOf } from "#ledger";
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import type { Queryable } from "#platform";
import type { AnyProduct } from "#treasury";

/**
 * Returns descriptions of the deletion blockers, or an empty list. An asset can turn into coins
 * during the checks, for example when a deposit is credited or a contract pays. Therefore the coins
 * are checked again at the end.
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
