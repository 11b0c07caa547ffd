/** Lists all products that the platform sells. Rules that apply to every product use this list. */
import { earnProduct } from "#earn";
import { forexProduct, type QuoteFeed } from "#forex";
import { miningProduct } from "#mining";
import { messageTerms } from "#notifications";
import { poolTerms } from "#pool";
import { shopProduct } from "#shop";
import type { AnyProduct, TermsTables, Treasury } from "#treasury";
import { walletProduct } from "#wallet";

export interface OperatorProducts {
  readonly products: readonly AnyProduct[];
  readonly treasury: Treasury;
  readonly terms: TermsTables;
}

/** Returns the products. `feed` values open positions. */
export function openOperatorProducts(
  feed: Pick<QuoteFeed, "valuedAt">,
  { raiseWaitHours }: { readonly raiseWaitHours: number },
): OperatorProducts {
  const mining = miningProduct(raiseWaitHours);
  const forex = forexProduct(feed);
  const products = [walletProduct, mining, earnProduct, forex, shopProduct];
  return {
    products,
    treasury: { products },
    // A missing kind of product is a compile error.
    terms: {
      ...walletProduct.terms,
      ...mining.terms,
      ...earnProduct.terms,
      ...forex.terms,
      ...shopProduct.terms,
      poolBlock: poolTerms,
      poolPay: poolTerms,
      messages: messageTerms,
    },
  };
}
