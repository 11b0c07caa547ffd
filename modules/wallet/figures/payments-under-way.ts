/**
 * Returns unfinished on-chain payments for administrators: counts by state and reason, every
 * payment that waits for a block, and uncredited deposits.
 */
import type { Queryable } from "#platform";
import type { HeldBackFor } from "../approvals/held-back.ts";
import type { Purpose } from "../books/withdrawal-legs.ts";
import type { WithdrawalState } from "../withdrawals/withdrawal-states.ts";
import { OPEN_ON_CHAIN } from "./payment-queues.ts";

export interface WaitingPayments {
  readonly purpose: Purpose;
  readonly state: Exclude<WithdrawalState, "completed" | "rejected" | "cancelled">;
  readonly waitingReason: string | null;
  readonly heldBackFor: HeldBackFor | null;
  readonly count: number;
  readonly sats: bigint;
  readonly oldestAt: Date;
}

export async function waitingPayments(queryable: Queryable): Promise<WaitingPayments[]> {
  return queryable.query<WaitingPayments>(
    `select purpose, state, waiting_reason as "waitingReason", held_back_for as "heldBackFor", count(*)::int as count,
       sum(amount_sats)::bigint as sats, min(requested_at) as "oldestAt"
     from wallet_withdrawals where ${OPEN_ON_CHAIN}
     group by purpose, state, waiting_reason, held_back_for order by min(requested_at)`,
  );
}

export interface UnminedPayment {
  /** Id of the batch's first withdrawal. */
  readonly id: string;
  readonly purpose: Purpose;
  readonly state: "signed" | "broadcast" | "in_mempool";
  readonly txid: string;
  readonly paysCount: number;
  readonly minerFeeSats: bigint;
  readonly virtualSize: number;
  readonly signedAt: Date;
  /** When the node first accepted the transaction; null if it has not yet. */
  readonly sentAt: Date | null;
  readonly sendCount: number;
  /** The node's response to the last broadcast. */
  readonly lastAnswer: string | null;
  readonly nextSendAt: Date | null;
  /** Current attempt to resolve the stuck payment; null if there is none. */
  readonly attempt: "child" | "abandonment" | null;
}

/** Returns the platform's unmined transactions, oldest signature first. */
export async function unminedPayments(
  queryable: Queryable,
  limit: number,
): Promise<{ readonly items: readonly UnminedPayment[]; readonly count: number }> {
  const rows = await queryable.query<UnminedPayment & { readonly all: number }>(
    `select w.id, w.purpose, w.state, w.txid, 1 + others.count as "paysCount",
       (w.miner_fee_sats + others.fees)::bigint as "minerFeeSats", w.virtual_size as "virtualSize", w.signed_at as "signedAt",
       w.broadcast_at as "sentAt", w.send_count as "sendCount", w.send_answer as "lastAnswer",
       w.next_send_at as "nextSendAt", w.all,
       (select kind from wallet_self_transfers own where own.withdrawal_id = w.id
          and own.state in ('chosen', 'signed', 'broadcast', 'in_mempool', 'confirming')
        order by kind = 'abandonment' desc limit 1) as attempt
     from (select *, count(*) over ()::int as all from wallet_withdrawals
         where state in ('signed', 'broadcast', 'in_mempool') and paid_with is null
         order by signed_at, id limit $1) as w,
       lateral (select count(*)::int as count, coalesce(sum(miner_fee_sats), 0) as fees
         from wallet_withdrawals where paid_with = w.id) as others
     order by w.signed_at, w.id`,
    [limit],
  );
  return { items: rows.map(({ all: _all, ...row }) => row), count: rows[0]?.all ?? 0 };
}

export interface OpenDeposits {
  /** True for deposits in a block that lack confirmations, false for deposits in the mempool. */
  readonly isInBlock: boolean;
  readonly count: number;
  readonly sats: bigint;
  readonly oldestAt: Date;
}

/** Returns users' deposits that were seen in a block or in the mempool but are not credited yet. */
export async function openDeposits(queryable: Queryable): Promise<OpenDeposits[]> {
  return queryable.query<OpenDeposits>(
    `select height is not null as "isInBlock", count(*)::int as count, sum(amount_sats)::bigint as sats,
       min(seen_at) as "oldestAt"
     from wallet_deposits
     where credited_at is null and user_id is not null and (height is not null or in_mempool)
     group by 1 order by 1`,
  );
}
