/** Describes orders for the account history. */
import { NOTHING_ABOUT, type CauseSource } from "#ledger";

export const shopCauses: CauseSource = {
  causes: /^ord_/,
  async describe(queryable, { userId, causes }) {
    const rows = await queryable.query<{ id: string; name: string; quantity: number }>(
      "select id, name, quantity::int from shop_orders where user_id = $1 and id = any($2)",
      [userId, causes],
    );
    return new Map(
      rows.map(({ id, name, quantity }) => [id, { ...NOTHING_ABOUT, name, quantity }]),
    );
  },
};
