/**
 * Returns context for the review of a withdrawal: the owner's number of completed payments, and
 * whether any of them went to the same address.
 */
import type { Queryable } from "#platform";

export interface EarlierPayments {
  /** Number of the owner's earlier withdrawals that were completed, including simulated payouts. */
  readonly earlierCount: number;
  /**
   * True if no earlier withdrawal went to this address; null for a simulated payout, which has no
   * address.
   */
  readonly isNewAddress: boolean | null;
}

interface Asked {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly address: string;
}

/** Returns the context, keyed by withdrawal id. */
export async function earlierPaymentsOf(
  queryable: Queryable,
  withdrawals: readonly Asked[],
): Promise<ReadonlyMap<string, EarlierPayments>> {
  const column = (name: keyof Asked) => withdrawals.map((one) => one[name]);
  const rows = await queryable.query<EarlierPayments & { readonly id: string }>(
    `select asked.id, (paid.count + simulated.count)::int as "earlierCount",
       case when asked.network = 'simulator' then null else paid.there = 0 end as "isNewAddress"
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) as asked (id, user_id, network, address),
       lateral (select count(*),
           count(*) filter (where w.network = asked.network and w.address = asked.address) as there
         from wallet_withdrawals w
         where w.user_id = asked.user_id and w.purpose = 'user' and w.state = 'completed' and w.id < asked.id) as paid,
       lateral (select count(*) from wallet_simulated_payouts p
         where p.user_id = asked.user_id and p.state = 'completed' and p.id < asked.id) as simulated`,
    [column("id"), column("userId"), column("network"), column("address")],
  );
  return new Map(rows.map(({ id, ...payments }) => [id, payments]));
}
