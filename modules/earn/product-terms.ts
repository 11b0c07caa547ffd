/**
 * Defines the posted terms of the products: minimum amount, term, and whether new money is
 * accepted. An open position keeps the terms at its opening.
 */
import { judgeTerms, type TermKind, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";
import { PRODUCTS, type Product, type ProductFacts } from "./products.ts";

export const productTerms = termsTable(
  "earn_product_terms",
  PRODUCTS.map((product) => ({ kind: kindOf(product), subject: product.id, name: product.name })),
  judgeTerms,
);

export async function productsAt(queryable: Queryable, now: Date): Promise<Product[]> {
  const termsOf = await productTerms.at<TermName<"fixedInvestment">>(queryable, now);
  return PRODUCTS.map((product) => {
    const { minimum, termDays, isOffered } = termsOf(product.id);
    return {
      ...product,
      minSats: minimum,
      termDays: product.isFlexible ? null : (product.namedDays ?? Number(termDays)),
      isOffered: isOffered === 1n,
    };
  });
}

function kindOf({ kind, isFlexible }: ProductFacts): TermKind {
  if (kind === "staking") return "staking";
  return isFlexible ? "flexibleInvestment" : "fixedInvestment";
}
