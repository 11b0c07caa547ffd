/** Lists the products with their current rates, the fund, and whether new money is accepted. */
import { interestSats } from "#economics";
import type { Clock, Queryable } from "#platform";
import { fundNow, type Fund } from "./fund.ts";
import { productsAt } from "./product-terms.ts";
import { DAYS_AHEAD, type Product } from "./products.ts";
import { allRates, rateAt, type Rate } from "./rates-table.ts";
import { earnRefusals } from "./refusals.ts";

export interface ProductView {
  readonly product: Product;
  readonly rate: Rate;
  /** The next posted rate that is not yet in force. */
  readonly nextRate: Rate | undefined;
  /** Reason why the product accepts no new money. Null while it accepts new money. */
  readonly closedReason: string | null;
}

export interface ProductsView {
  readonly now: Date;
  readonly products: readonly ProductView[];
  readonly fund: Fund;
}

export async function listProducts({
  database,
  clock,
}: {
  readonly database: Queryable;
  readonly clock: Clock;
}): Promise<ProductsView> {
  const now = clock.now();
  const rates = Map.groupBy(await allRates(database), ({ productId }) => productId);
  const fund = await fundNow(database);
  const products = (await productsAt(database, now)).map((product) => {
    const posted = rates.get(product.id) ?? [];
    const rate = rateAt(posted, now);
    const least = interestSats(product.minSats, rate.apy, product.termDays ?? DAYS_AHEAD);
    const isFunded = fund.fundingSats >= least && fund.fundingSats > 0n;
    return {
      product,
      rate,
      nextRate: posted.find(({ validFrom }) => validFrom > now),
      closedReason: closedReasonOf(product, isFunded),
    };
  });
  return { now, products, fund };
}

function closedReasonOf({ isOffered, name: plan }: Product, isFunded: boolean): string | null {
  if (!isOffered) return earnRefusals.product_withdrawn({ plan }).text;
  return isFunded ? null : earnRefusals.product_closed({ plan }).text;
}
