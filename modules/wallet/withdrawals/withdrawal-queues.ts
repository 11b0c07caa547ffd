/**
 * SQL statements for the payment queues: payments that need coins, and payments to sign, send,
 * settle, return, or send again after a reorg.
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { Purpose } from "../books/withdrawal-legs.ts";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "./withdrawals-table.ts";

/** Names of the workers that process these queues, used for their locks and wake-ups. */
export const WATCHER = "wallet-watcher";
export const SENDER = "wallet-sender";
export const SIMULATOR = "wallet-simulator";
export const FEE_SWEEPER = "wallet-fee-sweeper";
export const CONSOLIDATOR = "wallet-consolidator";
export const DEBT_COLLECTOR = "wallet-debt-collector";

/** Marks the undone block's payments as unmined and makes them due immediately. */
export async function undoWithdrawals(
  tx: DatabaseTransaction,
  height: number,
  now: Date,
): Promise<WithdrawalRow[]> {
  const freed = await tx.query<WithdrawalRow>(
    `update wallet_withdrawals set conflict_txid = null, conflict_height = null,
       state = case when state = 'conflicted' and book <> 'returned' then 'broadcast' else state end, next_send_at = $2,
       held_back_for = nullif(held_back_for, 'own_spend')
     where conflict_height = $1 and book <> 'returned' returning ${WITHDRAWAL_COLUMNS}`,
    [height, now],
  );
  const undone = await tx.query<WithdrawalRow>(
    `update wallet_withdrawals set height = null, block_hash = null, reorged_at = $2, next_send_at = $2,
       state = case when book = 'returned' then 'conflicted' else 'broadcast' end
     where height = $1 returning ${WITHDRAWAL_COLUMNS}`,
    [height, now],
  );
  return [...freed, ...undone];
}

const USERS_FIRST = "purpose = 'faucet'";
/**
 * Sorts by time first, because ids begin with the kind of payment and so do not sort payments of
 * different kinds by time.
 */
const OLDEST_FIRST = "requested_at, id";
const LONGEST_UNTRIED_FIRST = `tried_at nulls first, ${OLDEST_FIRST}`;
/** SQL condition for one row per transaction: the batch's first payment. */
const FIRST_OF_TRANSACTION = "paid_with is null";

/** Returns reserved payments, one row per transaction. */
export async function listToSign(queryable: Queryable, limit: number): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where state = 'reserved' and ${FIRST_OF_TRANSACTION}
     order by ${USERS_FIRST}, ${OLDEST_FIRST} limit $1`,
    [limit],
  );
}

/**
 * Returns approved payments: first those that were never tried, then those with the oldest attempt,
 * so that a payment that keeps failing does not block the rest.
 */
export async function listToReserve(
  queryable: Queryable,
  purpose: Purpose,
  limit: number,
): Promise<WithdrawalRow[]> {
  // Full rows are read only for the selected payments, because many may be waiting.
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals where id = any(array(
       select id from wallet_withdrawals where state = 'approved' and purpose = $1
       order by ${LONGEST_UNTRIED_FIRST} limit $2))
     order by ${LONGEST_UNTRIED_FIRST}`,
    [purpose, limit],
  );
}

/** Releases the coins of all unsigned payments, which then wait for new coins. */
export async function releaseReserved(tx: DatabaseTransaction): Promise<void> {
  await tx.query(
    `update wallet_coins set reserved_by = null where spent_txid is null
       and reserved_by in (select id from wallet_withdrawals where state = 'reserved')`,
  );
  await tx.query(
    `update wallet_withdrawals set state = 'approved', psbt = null, miner_fee_sats = null, paid_with = null, output_index = 0
     where state = 'reserved'`,
  );
}

/**
 * Moves attempted payments to the end of the queue, regardless of whether the attempt succeeded.
 */
export async function noteTried(
  queryable: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await queryable.query(
    `update wallet_withdrawals set tried_at = $2
     where id = any((select $1::text[])::text[]) and state = 'approved'`,
    [textArray(ids), now],
  );
}

/** Returns whether any user's withdrawal waits for this reason. */
export async function isAnyWaiting(queryable: Queryable, reason: string): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_withdrawals
       where state = 'approved' and purpose = 'user' and waiting_reason = $1) as "isFound"`,
    [reason],
  );
  return row?.isFound ?? false;
}

/** Stores the reason why these payments have no coins yet. */
export async function noteWaiting(
  queryable: Queryable,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await queryable.query(
    `update wallet_withdrawals set waiting_reason = $2
     where id = any((select $1::text[])::text[]) and state = 'approved' and waiting_reason is distinct from $2`,
    [textArray(ids), reason],
  );
}

/**
 * Returns signed, unmined payments that are due to be sent or sent again, one row per transaction.
 * Excludes payments that are being abandoned, because their abandonment should be mined instead.
 */
export async function listDueToSend(
  queryable: Queryable,
  now: Date,
  limit: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where state in ('signed', 'broadcast', 'in_mempool') and next_send_at <= $1 and ${FIRST_OF_TRANSACTION}
       and not exists (select from wallet_self_transfers own where own.withdrawal_id = wallet_withdrawals.id
         and own.kind = 'abandonment' and own.state in ('signed', 'broadcast', 'in_mempool', 'confirming'))
     order by ${USERS_FIRST}, next_send_at, ${OLDEST_FIRST} limit $2`,
    [now, limit],
  );
}

/**
 * Makes all signed, unmined payments due. Call this after a start, after a reorg, and when the node
 * responds again.
 */
export async function makeAllDue(queryable: Queryable, now: Date): Promise<void> {
  await queryable.query(
    `update wallet_withdrawals set next_send_at = $1 where state in ('signed', 'broadcast', 'in_mempool')`,
    [now],
  );
}

export async function noteSending(
  tx: DatabaseTransaction,
  id: string,
  note: { readonly answer: string; readonly nextSendAt: Date },
): Promise<void> {
  await tx.query(
    `update wallet_withdrawals set send_count = send_count + 1, send_answer = $2, next_send_at = $3 where id = $1`,
    [id, note.answer, note.nextSendAt],
  );
}

/** Returns payments with enough confirmations that are not settled yet. */
export async function listSettleable(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where height is not null and $1 - height + 1 >= $2 and state <> 'completed'
     order by ${USERS_FIRST}, ${OLDEST_FIRST}`,
    [tip.height, confirmations],
  );
}

/**
 * Returns unrefunded payments that are impossible because a conflicting transaction has enough
 * confirmations. Excludes payments that wait for an administrator's decision.
 */
export async function listReturnable(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where state = 'conflicted' and book <> 'returned' and held_back_for is distinct from 'own_spend'
       and $1 - conflict_height + 1 >= $2 order by ${USERS_FIRST}, ${OLDEST_FIRST}`,
    [tip.height, confirmations],
  );
}

/** Returns the txids of signed payments that are not mined. */
export async function listUnminedTxids(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ txid: string }>(
    `select distinct txid from wallet_withdrawals where state in ('signed', 'broadcast', 'in_mempool')`,
  );
  return rows.map(({ txid }) => txid);
}
