/** Describes contracts, boosts and rigs for entries in the account history. */
import { hashesPerSecond, thsText } from "#economics";
import { NOTHING_ABOUT, type CauseSource } from "#ledger";

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly multiplierTenths: number | null;
  readonly hashRate: bigint;
  /** Duration. Null for a rig, which has no fixed end. */
  readonly hours: number | null;
}

export const miningCauses: CauseSource = {
  causes: /^(ctr|bst|rig)_/,
  async describe(queryable, { userId, causes }) {
    const rows = await queryable.query<Row>(
      `select e.id, coalesce(c.name, r.name) as name, b.multiplier_tenths as "multiplierTenths", e.hash_rate as "hashRate",
         round(extract(epoch from e.ends_at - e.starts_at) / 3600)::int as hours
       from mining_earners e left join mining_contracts c using (id) left join mining_rigs r using (id)
         left join mining_boosts b using (id)
       where e.user_id = $1 and e.id = any($2)`,
      [userId, causes],
    );
    return new Map(
      rows.map(({ id, name, multiplierTenths, hashRate, hours }) => {
        const boost =
          multiplierTenths === null ? null : `${(multiplierTenths / 10).toFixed(1)}x boost`;
        const hashRateThs = thsText(hashesPerSecond(hashRate));
        return [id, { ...NOTHING_ABOUT, name: name ?? boost, hashRateThs, hours }];
      }),
    );
  },
};
