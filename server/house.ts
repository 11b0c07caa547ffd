/** All that the house sells, collected once: what is asked of every product is asked of these. */
import { earnProduct } from "#earn";
import { forexProduct } from "#forex";
import { miningProduct } from "#mining";
import { messageTerms } from "#notifications";
import { shopProduct } from "#shop";
import type { AnyProduct, TermsTables, Treasury } from "#treasury";
import { walletProduct } from "#wallet";

const products: readonly AnyProduct[] = [
  walletProduct,
  miningProduct,
  earnProduct,
  forexProduct,
  shopProduct,
];

const treasury: Treasury = { products };

/** Does not compile while a kind has no place. */
const terms: TermsTables = {
  ...walletProduct.terms,
  ...miningProduct.terms,
  ...earnProduct.terms,
  ...forexProduct.terms,
  ...shopProduct.terms,
  messages: messageTerms,
};

export const house = { products, treasury, terms } as const;
