/**
 * SQL statements for totals of outgoing payments, used for reconciliation and the public activity
 * list.
 */
import type { Queryable } from "#platform";
import type { Purpose } from "../books/withdrawal-legs.ts";
import type { MovementRow } from "../deposits/deposits-table.ts";

/** SQL for the payments whose amounts in the chain and in the ledger differ at present. */
export const BETWEEN_BOTH = `select txid,
    case when height is null then 0 else amount_sats - fee_sats + miner_fee_sats end as mined,
    case when book <> 'posted' then 0 else amount_sats - fee_sats + settled_fee_sats end as booked
  from wallet_withdrawals where txid is not null
    and ((height is null) = (book = 'posted') or settled_fee_sats <> miner_fee_sats)`;

/**
 * Returns the expected temporary differences between the ledger and the coins. `inFlightSats`
 * covers payments that are in the chain but have not left the ledger yet. `outOfChainSats` covers
 * payments that have left the ledger but whose block was undone. Each amount is the payout plus the
 * miner's fee. If a different version was mined than the one posted, the amount is the difference
 * of their fees.
 */
export async function sumInFlight(
  queryable: Queryable,
): Promise<{ readonly inFlightSats: bigint; readonly outOfChainSats: bigint }> {
  const [row] = await queryable.query<{ inFlightSats: bigint; outOfChainSats: bigint }>(
    `select coalesce(sum(greatest(mined - booked, 0)), 0)::bigint as "inFlightSats",
       coalesce(sum(greatest(booked - mined, 0)), 0)::bigint as "outOfChainSats"
     from (${BETWEEN_BOTH}) as between_both`,
  );
  return row ?? { inFlightSats: 0n, outOfChainSats: 0n };
}

/**
 * Returns the total of users' withdrawals that have no reserved coins yet, including withdrawals in
 * review.
 */
export async function sumUnreserved(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable.query<{ sats: bigint }>(
    `select coalesce(sum(amount_sats), 0)::bigint as sats from wallet_withdrawals
     where purpose = 'user' and state in ('requested', 'in_review', 'approved')`,
  );
  return row?.sats ?? 0n;
}

/** Returns whether any payment is between approval and its last confirmation. */
export async function hasOpenWithdrawal(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_withdrawals
       where state in ('approved', 'reserved', 'signed', 'broadcast', 'in_mempool', 'confirming')
         or (state = 'conflicted' and book <> 'returned' and held_back_for is distinct from 'own_spend')) as "isFound"`,
  );
  return row?.isFound ?? false;
}

/**
 * Returns the median time from request to completion, in seconds, of users' most recently completed
 * withdrawals; null if there are none.
 */
export async function medianSeconds(queryable: Queryable): Promise<number | null> {
  const [row] = await queryable.query<{ seconds: number | null }>(
    `select percentile_disc(0.5) within group (order by extract(epoch from completed_at - requested_at))::integer as seconds
     from (select completed_at, requested_at from wallet_withdrawals
       where state = 'completed' and purpose = 'user' order by id desc limit 100) as newest`,
  );
  return row?.seconds ?? null;
}

/**
 * Returns the most recent transactions, only those of one purpose if it is set. A batch is listed
 * once, with its total.
 */
export async function listWithdrawalMovements(
  queryable: Queryable,
  limit: number,
  purpose?: Purpose,
): Promise<(MovementRow & { readonly purpose: Purpose })[]> {
  return queryable.query(
    `select txid, purpose, height, signed_at as at,
       (amount_sats - fee_sats + (select coalesce(sum(amount_sats - fee_sats), 0) from wallet_withdrawals other
         where other.paid_with = first.id))::bigint as "amountSats"
     from wallet_withdrawals first
     where signed_at is not null and paid_with is null
       and state in ('broadcast', 'in_mempool', 'confirming', 'completed')
       and ($2::text is null or purpose = $2)
     order by signed_at desc limit $1`,
    [limit, purpose ?? null],
  );
}

/**
 * SQL for the owner, time and amount of each outgoing payment since `$1`, including faucet grants.
 * Excludes withdrawals to addresses of this installation.
 */
export const PAYMENTS_SINCE = `select one.user_id, first.signed_at as at, one.purpose, one.sats
  from wallet_withdrawals first, lateral (
    select first.id, first.user_id, first.purpose, first.amount_sats - first.fee_sats as sats
    union all
    select id, user_id, purpose, amount_sats - fee_sats from wallet_withdrawals where paid_with = first.id) one
  where first.signed_at > $1 and first.paid_with is null
    and first.state in ('broadcast', 'in_mempool', 'confirming', 'completed')
    and (one.purpose <> 'user' or not exists (select from wallet_deposits d where d.withdrawal_id = one.id))`;
