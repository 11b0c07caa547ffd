/**
 * What the house would have to pay if everybody sold their machines back at this moment. It pays on
 * demand, so the treasury has to hold that much at any time: the treasury counts it among what the
 * house has to cover.
 */
import { BUY_BACK, type DatedRate } from "#economics";
import type { Queryable } from "#platform";
import { noPromises, type Promises } from "#treasury";

const SATS_PER_BTC = 100_000_000n;

export const shopPromises: Promises = { ...noPromises, onDemandSats: buyBackPromises };

/**
 * Whole satoshis: the sum of `buyBackSats` over all machines that were not sold back, frames too.
 */
async function buyBackPromises(
  queryable: Queryable,
  { now, rate }: { readonly now: Date; readonly rate: DatedRate },
): Promise<bigint> {
  const { percent, days } = BUY_BACK;
  const [row] = await queryable.query<{ sats: bigint }>(
    `with owned as (
       select unit_sats, unit_cents, $1::int - greatest(extract(day from $2::timestamptz - ordered_at)::int, 0) as days_left,
         count(*) as machines
       from shop_rigs r join shop_orders o on o.id = r.order_id where r.sold_at is null group by 1, 2, 3
     )
     select coalesce(sum(machines * least(unit_sats, div(unit_cents * days_left * $3::numeric, $4::numeric))), 0)::bigint as sats
     from owned where days_left > 0`,
    [days, now, percent * SATS_PER_BTC, 100n * days * rate.centsPerBtc],
  );
  return row?.sats ?? 0n;
}
