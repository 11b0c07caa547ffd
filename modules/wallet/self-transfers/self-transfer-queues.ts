/** SQL statements for the queues of self-transfers: to sign, to send, to settle, or to return. */
import type { DatabaseTransaction, Queryable } from "#platform";
import { SELF_TRANSFERS, type SelfTransferRow } from "./self-transfers-table.ts";

/** Returns transactions to sign, oldest first. */
export function listChosen(queryable: Queryable, limit: number): Promise<SelfTransferRow[]> {
  return queryable.query(
    `${SELF_TRANSFERS} where state = 'chosen' order by chosen_at, id limit $1`,
    [limit],
  );
}

/**
 * Returns signed, unmined transactions that are due to be sent or sent again. Includes only the
 * newest signed abandonment of each payment. If `isCpfp` is true, returns only CPFP transactions,
 * otherwise all others. Send the others first, because nodes reject a CPFP transaction without its
 * parent.
 */
export function listDue(
  queryable: Queryable,
  { now, isCpfp }: { readonly now: Date; readonly isCpfp: boolean },
): Promise<SelfTransferRow[]> {
  return queryable.query(
    `${SELF_TRANSFERS} as own where state in ('signed', 'broadcast', 'in_mempool') and next_send_at <= $1
       and (kind = 'child') = $2 and not (kind = 'abandonment' and exists (
         select from wallet_self_transfers newer where newer.withdrawal_id = own.withdrawal_id and newer.kind = 'abandonment'
           and newer.state in ('signed', 'broadcast', 'in_mempool') and newer.signed_at > own.signed_at))
     order by next_send_at, id`,
    [now, isCpfp],
  );
}

/** Returns transactions with enough confirmations whose fee is not posted yet. */
export function listDeepEnough(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: number,
): Promise<SelfTransferRow[]> {
  return queryable.query(
    `${SELF_TRANSFERS} where height is not null and $1 - height + 1 >= $2 and state <> 'completed'
     order by height, id`,
    [tip.height, confirmations],
  );
}

/**
 * Returns transactions that are impossible because a conflicting transaction has enough
 * confirmations.
 */
export function listLost(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: number,
): Promise<SelfTransferRow[]> {
  return queryable.query(
    `${SELF_TRANSFERS} where state = 'conflicted' and book <> 'returned' and $1 - conflict_height + 1 >= $2
     order by conflict_height, id`,
    [tip.height, confirmations],
  );
}

/** Returns the ids of transactions that were sent but are not mined. */
export async function listUnmined(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ txid: string }>(
    "select txid from wallet_self_transfers where state in ('signed', 'broadcast', 'in_mempool')",
  );
  return rows.map(({ txid }) => txid);
}

/** Returns whether any transaction still lacks confirmations. */
export async function isAnyUnderWay(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_self_transfers
       where state not in ('completed', 'abandoned') and book <> 'returned') as "isFound"`,
  );
  return row?.isFound ?? false;
}

/**
 * Makes all unmined transactions due. Call this after a start, after a reorg, and when the node
 * responds again.
 */
export async function makeSelfTransfersDue(queryable: Queryable, now: Date): Promise<void> {
  await queryable.query(
    "update wallet_self_transfers set next_send_at = $1 where state in ('signed', 'broadcast', 'in_mempool')",
    [now],
  );
}

export async function noteSelfTransferSent(
  tx: DatabaseTransaction,
  id: string,
  note: { readonly answer: string; readonly nextSendAt: Date },
): Promise<void> {
  await tx.query(
    `update wallet_self_transfers set send_count = send_count + 1, send_answer = $2, next_send_at = $3 where id = $1`,
    [id, note.answer, note.nextSendAt],
  );
}

/**
 * Marks the transactions in the undone block as unmined, and also those that the block had made
 * impossible.
 */
export async function undoSelfTransfers(
  tx: DatabaseTransaction,
  height: number,
  now: Date,
): Promise<void> {
  await tx.query(
    `update wallet_self_transfers set conflict_txid = null, conflict_height = null, next_send_at = $2,
       state = case when raw_hex is null then 'chosen' else 'broadcast' end
     where conflict_height = $1 and state = 'conflicted' and book <> 'returned'`,
    [height, now],
  );
  await tx.query(
    `update wallet_self_transfers set height = null, block_hash = null, reorged_at = $2, next_send_at = $2,
       state = case when book = 'returned' then 'conflicted' else 'broadcast' end
     where height = $1`,
    [height, now],
  );
}
