/**
 * Lets an administrator change a product's rate from now on. The change must be based on the newest
 * rate and must not go below the promised minimum. Open fixed-term positions and days whose
 * interest is already reserved keep their rate.
 */
import { apyFault, basisPointsOf, FLEXIBLE_APY_MIN, percentText } from "#economics";
import { newId, type Clock, type DatabaseTransaction, type Queryable } from "#platform";
import { PRODUCTS, type ProductFacts } from "./products.ts";
import { allRates, insertRate, lockRates, ratesOf, type Rate } from "./rates-table.ts";
import { earnRefusals } from "./refusals.ts";

export interface RateChange {
  readonly productId: string;
  /** Id of the newest rate that the administrator saw. */
  readonly seenId: string;
  readonly apyPercent: string;
  readonly source: string;
  readonly setBy: string;
}

/** Changes the rate. Throws `rate_product_unknown`, `rate_changed`, `rate_invalid`, `rate_same`. */
export async function changeRate(
  tx: DatabaseTransaction,
  clock: Clock,
  { productId, seenId, apyPercent, source, setBy }: RateChange,
): Promise<{ readonly before: Rate; readonly after: Rate }> {
  const product = PRODUCTS.find(({ id }) => id === productId);
  if (!product) throw earnRefusals.rate_product_unknown();
  await lockRates(tx);
  const before = (await ratesOf(tx, productId)).at(-1);
  if (before?.id !== seenId) throw earnRefusals.rate_changed();
  const fault = apyFault(percentText(before.apy), apyPercent, floorPercent(product));
  if (fault !== undefined) throw earnRefusals.rate_invalid({ fault });
  const apy = basisPointsOf(apyPercent);
  if (apy === before.apy) throw earnRefusals.rate_same();
  const now = clock.now();
  const validFrom = new Date(Math.max(now.getTime(), before.validFrom.getTime() + 1));
  const after = { id: newId("rate", now), productId, apy, validFrom, source, setBy };
  await insertRate(tx, after);
  return { before, after };
}

export interface PostedRates {
  readonly product: ProductFacts;
  /** Promised minimum for all later rates. Null if no minimum was promised. */
  readonly floorPercent: string | null;
  /** All rates of the product, newest first. */
  readonly rates: readonly Rate[];
}

export async function postedRates(queryable: Queryable): Promise<PostedRates[]> {
  const rates = Map.groupBy(await allRates(queryable), ({ productId }) => productId);
  return PRODUCTS.map((product) => ({
    product,
    floorPercent: floorPercent(product),
    rates: (rates.get(product.id) ?? []).toReversed(),
  }));
}

function floorPercent({ isFlexible }: ProductFacts): string | null {
  return isFlexible ? percentText(FLEXIBLE_APY_MIN) : null;
}
