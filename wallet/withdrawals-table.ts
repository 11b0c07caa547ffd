/** Payments out, users' and the faucet's. Each change of state names the states it may start from, so a late step changes nothing. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { MovementRow } from "./deposits-table.ts";
import type { WithdrawalState } from "./withdrawal-states.ts";

export type Purpose = "user" | "faucet";
export type Book = "set-aside" | "posted" | "returned";

export interface WithdrawalRow {
  readonly id: string;
  readonly purpose: Purpose;
  readonly userId: string;
  readonly method: "wallet";
  readonly network: string;
  readonly address: string;
  readonly scriptHex: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly state: WithdrawalState;
  readonly book: Book;
  readonly requestedAt: Date;
  readonly approvalHash: string | null;
  readonly psbt: string | null;
  readonly minerFeeSats: bigint | null;
  readonly rawHex: string | null;
  readonly txid: string | null;
  readonly virtualSize: number | null;
  readonly signedAt: Date | null;
  readonly broadcastAt: Date | null;
  readonly sendCount: number;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly reorgedAt: Date | null;
  readonly conflictTxid: string | null;
  readonly conflictHeight: number | null;
  readonly completedAt: Date | null;
  readonly rejectedReason: string | null;
}

const COLUMNS = `id, purpose, user_id as "userId", method, network, address, script_hex as "scriptHex",
  amount_sats as "amountSats", fee_sats as "feeSats", state, book, requested_at as "requestedAt",
  approval_hash as "approvalHash", psbt, miner_fee_sats as "minerFeeSats", raw_hex as "rawHex", txid,
  virtual_size as "virtualSize", signed_at as "signedAt", broadcast_at as "broadcastAt", send_count as "sendCount",
  height, block_hash as "blockHash", reorged_at as "reorgedAt", conflict_txid as "conflictTxid",
  conflict_height as "conflictHeight", completed_at as "completedAt", rejected_reason as "rejectedReason"`;

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | "id"
  | "purpose"
  | "userId"
  | "method"
  | "network"
  | "address"
  | "scriptHex"
  | "amountSats"
  | "feeSats"
  | "requestedAt"
>;

export async function insertWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: NewWithdrawal,
): Promise<void> {
  await tx.query(
    `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats,
       state, requested_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'requested', $10)`,
    [
      withdrawal.id,
      withdrawal.purpose,
      withdrawal.userId,
      withdrawal.method,
      withdrawal.network,
      withdrawal.address,
      withdrawal.scriptHex,
      withdrawal.amountSats,
      withdrawal.feeSats,
      withdrawal.requestedAt,
    ],
  );
}

export async function findWithdrawal(
  queryable: Queryable,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals where id = $1`,
    [id],
  );
  return row;
}

export async function lockWithdrawal(
  tx: DatabaseTransaction,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals where id = $1 for update`,
    [id],
  );
  return row;
}

export async function findWithdrawalsByTxid(
  queryable: Queryable,
  txids: readonly string[],
): Promise<WithdrawalRow[]> {
  if (txids.length === 0) return [];
  return queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals where txid = any($1)`,
    [txids],
  );
}

/** The fields that a step stores together with the new state. */
export type WithdrawalChange = Partial<
  Pick<
    WithdrawalRow,
    | "approvalHash"
    | "psbt"
    | "minerFeeSats"
    | "rawHex"
    | "txid"
    | "virtualSize"
    | "signedAt"
    | "broadcastAt"
    | "height"
    | "blockHash"
    | "reorgedAt"
    | "conflictTxid"
    | "conflictHeight"
    | "completedAt"
    | "rejectedReason"
    | "book"
  >
> & { readonly approvedAt?: Date; readonly nextSendAt?: Date };

const COLUMN_OF: Readonly<Record<keyof WithdrawalChange, string>> = {
  approvalHash: "approval_hash",
  approvedAt: "approved_at",
  psbt: "psbt",
  minerFeeSats: "miner_fee_sats",
  rawHex: "raw_hex",
  txid: "txid",
  virtualSize: "virtual_size",
  signedAt: "signed_at",
  broadcastAt: "broadcast_at",
  height: "height",
  blockHash: "block_hash",
  reorgedAt: "reorged_at",
  conflictTxid: "conflict_txid",
  conflictHeight: "conflict_height",
  completedAt: "completed_at",
  rejectedReason: "rejected_reason",
  book: "book",
  nextSendAt: "next_send_at",
};

/** Moves one withdrawal on; false when it is in none of the `from` states any more. */
export async function moveWithdrawal(
  tx: DatabaseTransaction,
  id: string,
  step: { readonly from: readonly WithdrawalState[]; readonly to: WithdrawalState },
  change: WithdrawalChange = {},
): Promise<boolean> {
  const entries = Object.entries(change) as [keyof WithdrawalChange, unknown][];
  const sets = entries.map(([name], place) => `, ${COLUMN_OF[name]} = $${place + 4}`).join("");
  const rows = await tx.query(
    `update wallet_withdrawals set state = $2${sets} where id = $1 and state = any($3) returning 1`,
    [id, step.to, step.from, ...entries.map(([, value]) => value)],
  );
  return rows.length === 1;
}

/** Those of the block at that height go back to waiting, to be sent again at once. */
export async function undoWithdrawals(
  tx: DatabaseTransaction,
  height: number,
  now: Date,
): Promise<WithdrawalRow[]> {
  const freed = await tx.query<WithdrawalRow>(
    `update wallet_withdrawals set conflict_txid = null, conflict_height = null,
       state = case when state = 'conflicted' and book <> 'returned' then 'broadcast' else state end, next_send_at = $2
     where conflict_height = $1 and book <> 'returned' returning ${COLUMNS}`,
    [height, now],
  );
  const undone = await tx.query<WithdrawalRow>(
    `update wallet_withdrawals set height = null, block_hash = null, reorged_at = $2, next_send_at = $2,
       state = case when book = 'returned' then 'conflicted' else 'broadcast' end
     where height = $1 returning ${COLUMNS}`,
    [height, now],
  );
  return [...freed, ...undone];
}

/** In that state, oldest first. */
export async function listInState(
  queryable: Queryable,
  state: WithdrawalState,
  limit: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals where state = $1 order by id limit $2`,
    [state, limit],
  );
}

/** Signed, not in a block, and due to be handed to the node (again). */
export async function listDueToSend(
  queryable: Queryable,
  now: Date,
  limit: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals
     where state in ('signed', 'broadcast', 'in_mempool') and next_send_at <= $1 order by next_send_at, id limit $2`,
    [now, limit],
  );
}

/** Everything signed and not in a block is due now: after a start, a reorg, a node that came back. */
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

/** In the chain at least that deep, and the ledger does not show it as gone. */
export async function listSettleable(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals
     where height is not null and $1 - height + 1 >= $2 and state <> 'completed' order by id`,
    [tip.height, confirmations],
  );
}

/** Made impossible by a transaction at least that deep, and the money not returned yet. */
export async function listReturnable(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: number,
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals
     where state = 'conflicted' and book <> 'returned' and $1 - conflict_height + 1 >= $2 order by id`,
    [tip.height, confirmations],
  );
}

/** Sent and not in a block. */
export async function listUnminedTxids(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ txid: string }>(
    "select txid from wallet_withdrawals where state in ('signed', 'broadcast', 'in_mempool')",
  );
  return rows.map(({ txid }) => txid);
}

export async function listWithdrawalRows(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly beforeId: string | undefined;
    readonly limit: number;
  },
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${COLUMNS} from wallet_withdrawals
     where user_id = $1 and purpose = 'user' and ($2::text is null or id < $2) order by id desc limit $3`,
    [page.userId, page.beforeId ?? null, page.limit],
  );
}

/**
 * What the books and the coins disagree about for a while, by design. `inFlightSats`: in the chain, still in the books.
 * `outOfChainSats`: gone from the books, its block undone. Payout plus miner fee each.
 */
export async function sumInFlight(
  queryable: Queryable,
): Promise<{ readonly inFlightSats: bigint; readonly outOfChainSats: bigint }> {
  const [row] = await queryable.query<{ inFlightSats: bigint; outOfChainSats: bigint }>(
    `select
       coalesce(sum(amount_sats - fee_sats + miner_fee_sats)
         filter (where height is not null and book <> 'posted'), 0)::bigint as "inFlightSats",
       coalesce(sum(amount_sats - fee_sats + miner_fee_sats)
         filter (where height is null and book = 'posted'), 0)::bigint as "outOfChainSats"
     from wallet_withdrawals where txid is not null`,
  );
  return row ?? { inFlightSats: 0n, outOfChainSats: 0n };
}

/** Whether some payment is on its way from approval to its last confirmation. */
export async function hasOpenWithdrawal(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ found: boolean }>(
    `select exists (select from wallet_withdrawals
       where state in ('approved', 'reserved', 'signed', 'broadcast', 'in_mempool', 'confirming')
         or (state = 'conflicted' and book <> 'returned')) as found`,
  );
  return row?.found ?? false;
}

/** Median seconds from request to completion of the newest completed withdrawals of users; null without one. */
export async function medianSeconds(queryable: Queryable): Promise<number | null> {
  const [row] = await queryable.query<{ seconds: number | null }>(
    `select percentile_disc(0.5) within group (order by extract(epoch from completed_at - requested_at))::integer as seconds
     from (select completed_at, requested_at from wallet_withdrawals
       where state = 'completed' and purpose = 'user' order by id desc limit 100) as newest`,
  );
  return row?.seconds ?? null;
}

export async function listWithdrawalMovements(
  queryable: Queryable,
  limit: number,
): Promise<(MovementRow & { readonly purpose: Purpose })[]> {
  return queryable.query(
    `select txid, purpose, amount_sats - fee_sats as "amountSats", height, signed_at as at from wallet_withdrawals
     where state in ('broadcast', 'in_mempool', 'confirming', 'completed') order by id desc limit $1`,
    [limit],
  );
}
