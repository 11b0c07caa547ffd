/** SQL statements that list a user's contracts and boosts in pages, newest first. */
import type { Queryable } from "#platform";

export interface Purchase {
  readonly id: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly paidSats: bigint;
  readonly earnedSats: bigint;
  /** Name of the contract's plan. Null for a boost. */
  readonly planName: string | null;
  /** The multiplier times 10: 25 means 2.5x. Null for a contract. */
  readonly multiplierTenths: number | null;
}

/**
 * Returns the purchases before the cursor position: those that started earlier, or at the same time
 * with a smaller id. Rigs are not included.
 */
export function purchasesBefore(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly before: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Purchase[]> {
  const { userId, before, limit } = page;
  return queryable.query<Purchase>(
    `select e.id, e.starts_at as "startsAt", e.ends_at as "endsAt", e.paid_sats as "paidSats",
       e.posted_sats as "earnedSats", c.name as "planName", b.multiplier_tenths as "multiplierTenths"
     from mining_earners e left join mining_contracts c using (id) left join mining_boosts b using (id)
     where e.user_id = $1 and e.kind <> 'rig'
       and ($2::timestamptz is null
         or e.starts_at <= $2 and (e.starts_at, e.id collate "C") < ($2, $3 collate "C"))
     order by e.starts_at desc, e.id collate "C" desc limit $4`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
  );
}
