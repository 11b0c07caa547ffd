/**
 * Computes the platform's obligations from rigs. A rig earns as long as it is owned. The platform
 * buys it back at any time, for a price that falls every day to zero after 36 months. The amount
 * owed is the maximum of three cases: the owner sells the rig now, on the last day with a buyback
 * price, or on the day when the purchase price stops limiting the buyback price. Power costs that
 * owners will pay are not deducted. For a rig older than 36 months, seven days of pay are counted.
 */
import { BUY_BACK, buyBackSats, DAY_MS, hashRateOfThs } from "#economics";
import { paySatsPerDay } from "#mining";
import type { Queryable } from "#platform";
import type { CountedAt, Liabilities, Obligations, ReferenceValues, Sale } from "#treasury";
import { ITEMS, priceSats, type Item } from "./items.ts";

const SATS_PER_BTC = 100_000_000n;
const DAYS_AHEAD = 7n;

/** Returns one liability per kind of rig, including frames. */
export const shopLiabilities: Liabilities = async (queryable, at) => {
  const rigs = await ownedRigs(queryable, at, DAYS_AHEAD);
  return rigs.map(({ itemId, open, owedSats }) => ({
    name: ITEMS.find(({ id }) => id === itemId)?.name ?? itemId,
    open,
    heldSats: 0n,
    owedSats,
    isSetAside: false,
    closedReason: null,
  }));
};

export const shopObligations: Obligations = async (queryable, { milliseconds, ...at }) => {
  const rigs = await ownedRigs(queryable, at, (milliseconds + DAY_MS - 1n) / DAY_MS);
  return rigs.reduce((sum, { dueSats }) => sum + dueSats, 0n);
};

interface OwnedRigs {
  readonly itemId: string;
  readonly open: number;
  readonly owedSats: bigint;
  readonly dueSats: bigint;
}

/**
 * Returns the obligations from unsold rigs, per kind of rig. A day that has begun is counted in
 * full.
 */
async function ownedRigs(
  queryable: Queryable,
  { now, reference }: CountedAt,
  daysAhead: bigint,
): Promise<OwnedRigs[]> {
  const { percent, days } = BUY_BACK;
  return queryable.query<OwnedRigs>(
    `with owned as (
       select item_id, unit_sats, unit_cents, greatest($1::int - greatest(extract(day from $2::timestamptz - ordered_at)::int, 0), 0)
         as days_left, count(*) as machines
       from shop_rigs r join shop_orders o on o.id = r.order_id where r.sold_at is null group by 1, 2, 3, 4
     ), worked as (
       select owned.*, coalesce(pay, 0) as pay,
         greatest(days_left - div(unit_sats * $4::numeric, greatest(unit_cents * $3::numeric, 1)), 0) as capped
       from owned left join unnest($5::text[], $6::bigint[]) as item(item_id, pay) using (item_id)
     ), priced as (
       select worked.*, least(unit_sats, div(unit_cents * days_left * $3::numeric, $4::numeric)) as now_sats,
         least(unit_sats, div(unit_cents * (days_left - capped) * $3::numeric, $4::numeric)) as then_sats,
         least(unit_sats, div(unit_cents * least(days_left, 1) * $3::numeric, $4::numeric)) as last_sats
       from worked
     )
     select item_id as "itemId", sum(machines)::int as open,
       sum(machines * greatest(now_sats + pay, case when capped > 0 then unit_sats + pay * capped end,
         then_sats + pay * (capped + 1), last_sats + pay * days_left, pay * $7))::bigint as "owedSats",
       sum(machines * (now_sats + pay * $7))::bigint as "dueSats"
     from priced group by 1 order by 1`,
    [
      days,
      now,
      percent * SATS_PER_BTC,
      100n * days * reference.centsPerBtc,
      ITEMS.map(({ id }) => id),
      ITEMS.map((item) => payOf(item, reference)),
      daysAhead,
    ],
  );
}

function payOf({ hashRateThs }: Pick<Item, "hashRateThs">, reference: CountedAt["reference"]) {
  return paySatsPerDay(hashRateOfThs(hashRateThs), reference);
}

/** Returns the price and the obligations of selling `quantity` rigs of one kind. */
export function rigsOnSale(item: Item, quantity: bigint, reference: ReferenceValues): Sale {
  const paid = { paidCents: item.priceCents, paidSats: priceSats(item, reference) };
  const backSats = buyBackSats(paid, 0n, reference);
  const pay = payOf(item, reference);
  const sold = backSats + pay;
  const lastSats = buyBackSats(paid, (BUY_BACK.days - 1n) * DAY_MS, reference);
  const keepingSats = lastSats + pay * BUY_BACK.days;
  return {
    priceSats: paid.paidSats * quantity,
    owedSats: (sold > keepingSats ? sold : keepingSats) * quantity,
    dueSats: (backSats + pay * DAYS_AHEAD) * quantity,
  };
}
