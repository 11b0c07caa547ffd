/** SQL of the products that are closed for new money, and what the fund needs before each opens again. */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface Closing {
  readonly productId: string;
  readonly closedAt: Date;
  /** Interest that could not be locked. */
  readonly neededSats: bigint;
}

export async function closings(queryable: Queryable): Promise<Closing[]> {
  return queryable.query<Closing>(
    `select product_id as "productId", closed_at as "closedAt", needed_sats as "neededSats" from earn_closings`,
  );
}

export async function isClosed(queryable: Queryable, productId: string): Promise<boolean> {
  const rows = await queryable.query("select from earn_closings where product_id = $1", [
    productId,
  ]);
  return rows.length > 0;
}

/** Of two shortages the larger one counts. */
export async function closeProduct(queryable: Queryable, closing: Closing): Promise<void> {
  await queryable.query(
    `insert into earn_closings (product_id, closed_at, needed_sats) values ($1, $2, $3)
     on conflict (product_id) do update set needed_sats = greatest(earn_closings.needed_sats, excluded.needed_sats)`,
    [closing.productId, closing.closedAt, closing.neededSats],
  );
}

/** Opens what the fund can serve now: it holds what was missing, or all that is ever put into it. */
export async function reopenProducts(
  tx: DatabaseTransaction,
  fund: { readonly fundingSats: bigint; readonly targetSats: bigint },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "delete from earn_closings where least(needed_sats, $2) <= $1 returning product_id as id",
    [fund.fundingSats, fund.targetSats],
  );
  return rows.map(({ id }) => id);
}
