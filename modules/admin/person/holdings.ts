/**
 * Lists a user's open and past holdings of all products in one list, in pages. Each product returns
 * its own page, and the newest holdings among these pages form the result.
 */
import type { Queryable } from "#platform";
import type { AnyProduct, Holding, HoldingsPage } from "#treasury";

/** Returns holdings before the cursor, newest first, and by descending id within the same time. */
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
 * tables' collation "C".
 */
function newerFirst(a: Holding, b: Holding): number {
  return b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1);
}
