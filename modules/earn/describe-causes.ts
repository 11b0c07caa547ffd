/** Describes positions for entries in the account history. */
import { NOTHING_ABOUT, type CauseSource } from "#ledger";
import { productById } from "./products.ts";

interface Row {
  readonly id: string;
  readonly productId: string;
  /** Length of the term. Null for a flexible product, which has none. */
  readonly hours: number | null;
}

export const earnCauses: CauseSource = {
  causes: /^pos_/,
  async describe(queryable, { userId, causes }) {
    const rows = await queryable.query<Row>(
      `select id, product_id as "productId", round(extract(epoch from ends_at - opened_at) / 3600)::int as hours
       from earn_positions where user_id = $1 and id = any($2)`,
      [userId, causes],
    );
    return new Map(
      rows.map(({ id, productId, hours }) => {
        const { name, namedDays } = productById(productId);
        // Omit the duration if the name already contains the number of days.
        return [id, { ...NOTHING_ABOUT, name, hours: namedDays === null ? hours : null }];
      }),
    );
  },
};
