/**
 * What a person has open and had, of all products in one list, page by page. Each gives the next
 * ones of its own, as many as a page has, and the newest of them all are the page.
 */
import type { Queryable } from "#platform";
import type { AnyProduct, Holding, HoldingsPage } from "#treasury";

/** Newest first, of what began at the same time the larger id first; those before the place. */
export async function holdingsOf(
  queryable: Queryable,
  products: readonly Pick<AnyProduct, "holdings">[],
  page: HoldingsPage,
): Promise<Holding[]> {
  const all = [];
  for (const product of products) all.push(...(await product.holdings(queryable, page)));
  return all.toSorted(newerFirst).slice(0, page.limit);
}

/** Ids are ASCII: comparing their code units is what the tables do under the collation "C". */
function newerFirst(a: Holding, b: Holding): number {
  return b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1);
}
