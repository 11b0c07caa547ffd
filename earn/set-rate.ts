/**
 * Posts a new rate of a product, for the future only: positions of fixed terms keep theirs, and so do the days that are
 * locked already.
 */
import { FLEXIBLE_APY_FLOOR, type BasisPoints } from "#economics";
import { defineRefusals, newId, type Clock, type Database } from "#platform";
import { PRODUCTS } from "./products.ts";
import { insertRate, lockRates, type Rate } from "./rates-table.ts";

const APY_MAX = 10_000;

export const rateRefusals = defineRefusals({
  rate_product_unknown: {
    status: 404,
    title: "Plan Not Found",
    text: "This plan is not on offer.",
  },
  rate_out_of_range: {
    status: 422,
    title: "Invalid Rate",
    text: "The rate must be above 0 and at most 100 percent, and at least 25 percent where 25%+ is announced.",
  },
  rate_not_in_future: {
    status: 422,
    title: "Invalid Date",
    text: "A rate must be posted before it comes into force, and after all that are posted already.",
  },
});

export interface NewRate {
  readonly productId: string;
  readonly apy: BasisPoints;
  /** After now. */
  readonly validFrom: Date;
  readonly source: string;
  readonly setBy: string;
}

/** Throws `rate_product_unknown`, `rate_out_of_range`, `rate_not_in_future`. */
export async function setRate(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  rate: NewRate,
): Promise<Rate> {
  const product = PRODUCTS.find(({ id }) => id === rate.productId);
  if (!product) throw rateRefusals.rate_product_unknown();
  const least = product.isFlexible ? FLEXIBLE_APY_FLOOR : 1;
  if (!Number.isInteger(rate.apy) || rate.apy < least || rate.apy > APY_MAX)
    throw rateRefusals.rate_out_of_range();
  return database.transaction(async (tx) => {
    await lockRates(tx);
    const now = clock.now();
    const [last] = await tx.query<{ validFrom: Date }>(
      `select max(valid_from) as "validFrom" from earn_rates where product_id = $1`,
      [rate.productId],
    );
    if (rate.validFrom <= now || (last && rate.validFrom <= last.validFrom))
      throw rateRefusals.rate_not_in_future();
    const posted = { ...rate, id: newId("rate", now) };
    await insertRate(tx, posted);
    return posted;
  });
}
