/** Counts open payments, for administrators and to check whether an account can be deleted. */
import type { Queryable } from "#platform";
import { WITHDRAWAL_STATES } from "../withdrawals/withdrawal-states.ts";

export interface PaymentQueues {
  /** Users' withdrawals, including simulated payouts, that are neither completed nor returned. */
  readonly withdrawals: number;
  /** When the oldest open withdrawal was requested; null if none is open. */
  readonly oldestWithdrawalAt: Date | null;
  /** Users' deposits that were seen in a block or in the mempool but are not credited yet. */
  readonly deposits: number;
}

const ENDED: readonly string[] = ["completed", "rejected", "cancelled"];
/** SQL condition for both tables: the payment is neither completed nor returned. */
const OPEN = `state not in (${ENDED.map((state) => `'${state}'`).join(", ")})`;
/**
 * SQL condition for open on-chain payments. An impossible payment keeps its state when its money is
 * returned, and is open again if it is mined after all.
 */
export const OPEN_ON_CHAIN = `${OPEN} and (book <> 'returned' or height is not null)`;

export async function paymentQueues(queryable: Queryable): Promise<PaymentQueues> {
  const [row] = await queryable.query<PaymentQueues>(
    `select w.count as withdrawals, w.oldest as "oldestWithdrawalAt", d.count as deposits
     from (select count(*)::int as count, min(requested_at) as oldest from (
             select requested_at from wallet_withdrawals where ${OPEN_ON_CHAIN} and purpose = 'user'
             union all select requested_at from wallet_simulated_payouts where ${OPEN}) as under_way) w,
       (select count(*)::int as count from wallet_deposits
          where credited_at is null and user_id is not null and (height is not null or in_mempool)) d`,
  );
  if (!row) throw new Error("the count returned no row");
  return row;
}

/** All states of an open withdrawal. Only simulated payouts have the last two. */
export const openWithdrawalStates: readonly string[] = [
  ...WITHDRAWAL_STATES.filter((state) => !ENDED.includes(state)),
  "processing",
  "sent",
];

export interface OpenWithdrawals {
  readonly state: string;
  readonly count: number;
  readonly oldestAt: Date;
}

/**
 * Returns users' open withdrawals by state, including simulated payouts. States without withdrawals
 * are omitted.
 */
export async function withdrawalsByState(queryable: Queryable): Promise<OpenWithdrawals[]> {
  return queryable.query<OpenWithdrawals>(
    `select state, count(*)::int as count, min(requested_at) as "oldestAt" from (
       select state, requested_at from wallet_withdrawals where ${OPEN_ON_CHAIN} and purpose = 'user'
       union all select state, requested_at from wallet_simulated_payouts where ${OPEN}) as under_way
     group by state order by state`,
  );
}

/**
 * Returns the user's number of withdrawals, including simulated payouts, that are neither completed
 * nor returned.
 */
export async function openPaymentsOf(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select ((select count(*) from wallet_withdrawals
         where user_id = $1 and purpose = 'user' and ${OPEN_ON_CHAIN})
       + (select count(*) from wallet_simulated_payouts
         where user_id = $1 and ${OPEN}))::int as count`,
    [userId],
  );
  return row?.count ?? 0;
}

/**
 * Returns the number of faucet grants that are still on their way to this user. They are the
 * platform's withdrawals, so they are not among the user's own.
 */
export async function openGrantsOf(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from wallet_withdrawals
     where user_id = $1 and purpose = 'faucet' and ${OPEN_ON_CHAIN}`,
    [userId],
  );
  return row?.count ?? 0;
}
