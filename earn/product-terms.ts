/** Posted terms of the products: least amount, term, and whether new money is taken. Open positions keep what applied to them. */
import { judgeTerms, type TermKind, type TermName, type TermTexts } from "#economics";
import {
  postedTermsAt,
  postedTermsHistory,
  postedTermsRefusals,
  postTerms,
  type Clock,
  type DatabaseTransaction,
  type Queryable,
  type TermsPosting,
} from "#platform";
import { PRODUCTS, type Product, type ProductFacts } from "./products.ts";

const TABLE = "earn_product_terms";

export async function productsAt(queryable: Queryable, now: Date): Promise<Product[]> {
  const posted = await postedTermsAt<TermName<"fixedInvestment">>(queryable, TABLE, now);
  return PRODUCTS.map((product) => {
    const terms = posted.get(product.id);
    if (!terms) throw new Error(`no terms of ${product.id} at ${now.toISOString()}`);
    const { minimum, termDays, isOffered } = terms.values;
    return {
      ...product,
      minSats: minimum,
      termDays: product.isFlexible ? null : (product.namedDays ?? Number(termDays)),
      isOffered: isOffered === 1n,
    };
  });
}

export async function withTerms(
  queryable: Queryable,
  { id }: ProductFacts,
  now: Date,
): Promise<Product> {
  const product = (await productsAt(queryable, now)).find((one) => one.id === id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
}

/** Every product with its versions, newest first, at most `limit`. */
export async function postedProductTerms(queryable: Queryable, limit: number) {
  const versions = await postedTermsHistory(queryable, TABLE, limit);
  return PRODUCTS.map((product) => ({
    kind: kindOf(product),
    subject: product.id,
    name: product.name,
    versions: versions.get(product.id) ?? [],
  }));
}

/** In force from now on. Throws the refusals of posted terms. */
export function changeProductTerms(
  tx: DatabaseTransaction,
  clock: Clock,
  change: TermsPosting & {
    readonly kind: TermKind;
    readonly texts: TermTexts;
    readonly typedAgain: TermTexts;
  },
) {
  const product = PRODUCTS.find(({ id }) => id === change.subject);
  if (!product || kindOf(product) !== change.kind) throw postedTermsRefusals.posted_terms_unknown();
  return postTerms(tx, clock, TABLE, change, (present) =>
    judgeTerms(kindOf(product), present, change),
  );
}

function kindOf({ kind, isFlexible }: ProductFacts): TermKind {
  if (kind === "staking") return "staking";
  return isFlexible ? "flexibleInvestment" : "fixedInvestment";
}
