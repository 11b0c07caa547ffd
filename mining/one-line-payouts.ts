/**
 * Payouts of one line without power, as nearly all are: nothing has changed since the one before.
 * Earner, payout, line and the day's sum are written by one statement, which knows from the earner
 * what they have in common.
 */
import { numberArray, textArray, timeArray, uuidArray, type DatabaseTransaction } from "#platform";
import { assertAllMoved, type EarnerMove } from "./earners-table.ts";
import type { Payout } from "./payouts-table.ts";
import type { Segment } from "./segments.ts";
import type { Settled } from "./settle-miner.ts";

export interface OneLine {
  readonly move: EarnerMove;
  readonly payout: Payout;
  readonly line: Segment;
}

/** Undefined when there is more to write, or less. */
export function oneLineOf({ move, payout }: Settled): OneLine | undefined {
  const [line, ...more] = payout?.segments ?? [];
  return payout && line && more.length === 0 && !payout.power ? { move, payout, line } : undefined;
}

/** Fails when anyone else has moved one of the earners since it was read. */
export async function writeOneLines(
  tx: DatabaseTransaction,
  payouts: readonly OneLine[],
): Promise<void> {
  if (payouts.length === 0) return;
  const moved = await tx.query<{ id: string }>(
    `with moved as (
       update mining_earners e set nanosats = e.nanosats + p.nanosats, posted_sats = e.posted_sats + p.sats,
         payouts = e.payouts + 1, accrued_until = p.accrued_until, closed_at = p.closed_at,
         remainder_nanosats = case when p.closed_at is not null
           then e.nanosats + p.nanosats - (e.posted_sats + p.sats) * 1000000000 end
       from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
           $7::text[], $8::bigint[], $9::bigint[], $10::uuid[], $11::timestamptz[], $12::timestamptz[])
         as p(payout_id, earner_id, paid_until, stretch_from, from_at, to_at, reference_id, nanosats, sats, transfer_id,
           accrued_until, closed_at)
       where e.id = p.earner_id and e.accrued_until = p.paid_until and e.closed_at is null
       returning e.id, e.user_id, e.hash_rate, e.payouts as number, e.nanosats - e.posted_sats * 1000000000 as carry_after,
         p.payout_id, p.stretch_from, p.from_at, p.to_at, p.reference_id, p.nanosats, p.sats, p.transfer_id
     ), payout as (
       insert into mining_payouts (id, earner_id, number, user_id, from_at, to_at, carry_before, nanosats, payout_sats,
         carry_after, transfer_id)
       select payout_id, id, number, user_id, from_at, to_at, carry_after + sats * 1000000000 - nanosats, nanosats, sats,
         carry_after, transfer_id
       from moved
     ), line as (
       insert into mining_segments (payout_id, line, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats)
       select payout_id, 1, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats from moved
     ), day as (
       insert into mining_days as known (user_id, day, nanosats)
       select user_id, (from_at at time zone 'UTC')::date as day, sum(nanosats) from moved group by 1, 2
       on conflict (user_id, day) do update set nanosats = known.nanosats + excluded.nanosats
     )
     select id from moved`,
    [
      textArray(payouts.map(({ payout }) => payout.id)),
      textArray(payouts.map(({ payout }) => payout.earnerId)),
      timeArray(payouts.map(({ move }) => move.earner.accruedUntil)),
      timeArray(payouts.map(({ line }) => line.stretchFrom)),
      timeArray(payouts.map(({ line }) => line.from)),
      timeArray(payouts.map(({ line }) => line.to)),
      textArray(payouts.map(({ line }) => line.reference.id)),
      numberArray(payouts.map(({ line }) => line.nanosats)),
      numberArray(payouts.map(({ payout }) => payout.payoutSats)),
      uuidArray(payouts.map(({ payout }) => payout.transferId)),
      timeArray(payouts.map(({ move }) => move.accruedUntil)),
      timeArray(payouts.map(({ move }) => move.closedAt)),
    ],
  );
  assertAllMoved(
    payouts.map(({ payout }) => payout.earnerId),
    moved,
  );
}
