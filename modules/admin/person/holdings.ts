/**
 * Lists a user's open and past holdings of all products in a single paged list. Each product
 * returns a page of its own holdings, and the newest holdings on these pages form the result.
 */
import type { Queryable } from "#platform";
import type { AnyProduct, Holding, HoldingsPage } from "#treasury";

/**
 * Returns holdings before the cursor, newest first. Holdings with the same time are sorted by
 * descending id.
 */
export async function holdingsOf(
  queryable: Queryable,
  products: readonly Pick<AnyProduct, "holdings">[],
  page: HoldingsPage,
): Promise<Holding[]> {
  const all = [];
  for (const product of products) all.push(...(await product.holdings(queryable, page)));
  return all.toSorted(newerFirst).slice(0, page.limit);
}

/**
 * Sorts newer holdings first. Ids are ASCII, so comparing code units gives the same order as the
 * collation "C" of the tables.
 */
function newerFirst(a: Holding, b: Holding): number {
  return b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1);
}
