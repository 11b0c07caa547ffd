/**
 * What is under way on the chain, in counts: for administrators, and for whoever asks whether a
 * person is done here.
 */
import type { Queryable } from "#platform";
import { WITHDRAWAL_STATES } from "../withdrawals/withdrawal-states.ts";

export interface PaymentQueues {
  /** Users' withdrawals, simulated ones too, that are neither completed nor given back. */
  readonly withdrawals: number;
  /** When the oldest of them was asked for; null without one. */
  readonly oldestWithdrawalAt: Date | null;
  /** Users' deposits that are seen and not credited. */
  readonly deposits: number;
}

const ENDED: readonly string[] = ["completed", "rejected", "cancelled"];
/** Of both tables: it is neither through nor back. */
const OPEN = `state not in (${ENDED.map((state) => `'${state}'`).join(", ")})`;
/**
 * Of those on the chain: one that became impossible keeps its state when its money is back, and is
 * paid for anew when a block holds it after all.
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
  if (!row) throw new Error("counting gave no row");
  return row;
}

/** Every state in which a withdrawal can be under way; the last two are of simulated ones. */
export const openWithdrawalStates: readonly string[] = [
  ...WITHDRAWAL_STATES.filter((state) => !ENDED.includes(state)),
  "processing",
  "sent",
];

export interface OpenWithdrawals {
  readonly state: string;
  readonly count: number;
  /** When the oldest of them was asked for. */
  readonly oldestAt: Date;
}

/** Users' open withdrawals by state, simulated ones too; states without one are missing. */
export async function withdrawalsByState(queryable: Queryable): Promise<OpenWithdrawals[]> {
  return queryable.query<OpenWithdrawals>(
    `select state, count(*)::int as count, min(requested_at) as "oldestAt" from (
       select state, requested_at from wallet_withdrawals where ${OPEN_ON_CHAIN} and purpose = 'user'
       union all select state, requested_at from wallet_simulated_payouts where ${OPEN}) as under_way
     group by state order by state`,
  );
}

/** Withdrawals of this user, simulated ones too, that are neither completed nor given back. */
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
 * Grants of the faucet to this user that have not arrived yet; a withdrawal of the platform, so
 * none of their own.
 */
export async function openGrantsOf(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from wallet_withdrawals
     where user_id = $1 and purpose = 'faucet' and ${OPEN_ON_CHAIN}`,
    [userId],
  );
  return row?.count ?? 0;
}
