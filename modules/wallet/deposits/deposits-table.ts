/** SQL statements for deposits: one permanent row per output that pays a user or the treasury. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Outpoint } from "../chain/coins-table.ts";

export interface DepositRow {
  readonly id: string;
  readonly txid: string;
  readonly vout: number;
  /** User id; null for the treasury. */
  readonly userId: string | null;
  readonly address: string;
  readonly amountSats: bigint;
  readonly isCoinbase: boolean;
  readonly withdrawalId: string | null;
  readonly height: number | null;
  readonly inMempool: boolean;
  readonly replacedBy: string | null;
  readonly seenAt: Date;
  readonly creditedAt: Date | null;
  readonly reversals: number;
  /** When a reorg last removed the deposit's block; null if this never happened. */
  readonly reorgedAt: Date | null;
  /**
   * The sender's script; null if the inputs spend different scripts or do not reveal their script.
   */
  readonly senderScriptHex: string | null;
}

export interface NewDeposit {
  readonly id: string;
  readonly txid: string;
  readonly vout: number;
  readonly userId: string | null;
  readonly address: string;
  readonly amountSats: bigint;
  readonly isCoinbase: boolean;
  readonly withdrawalId: string | null;
  readonly senderScriptHex: string | null;
}

const COLUMNS = `id, txid, vout, user_id as "userId", address, amount_sats as "amountSats", is_coinbase as "isCoinbase",
  withdrawal_id as "withdrawalId", height, in_mempool as "inMempool", replaced_by as "replacedBy", seen_at as "seenAt",
  credited_at as "creditedAt", reversals, reorged_at as "reorgedAt",
  sender_script_hex as "senderScriptHex"`;

/**
 * Records an output seen in a block, or in the mempool if height and hash are null. Seeing an
 * output in the mempool never overwrites its recorded block. Returns true if the output is new.
 */
export async function putDeposit(
  tx: DatabaseTransaction,
  deposit: NewDeposit,
  block: { readonly height: number; readonly hash: string } | null,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ id: string }>(
    `insert into wallet_deposits (id, txid, vout, user_id, address, amount_sats, is_coinbase, withdrawal_id, height,
       block_hash, in_mempool, seen_at, sender_script_hex)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (txid, vout) do update set
       height = coalesce(excluded.height, wallet_deposits.height),
       block_hash = coalesce(excluded.block_hash, wallet_deposits.block_hash),
       in_mempool = excluded.in_mempool and wallet_deposits.height is null,
       replaced_by = null, replaced_height = null
     returning id`,
    [
      deposit.id,
      deposit.txid,
      deposit.vout,
      deposit.userId,
      deposit.address,
      deposit.amountSats,
      deposit.isCoinbase,
      deposit.withdrawalId,
      block?.height ?? null,
      block?.hash ?? null,
      block === null,
      now,
      deposit.senderScriptHex,
    ],
  );
  return row?.id === deposit.id;
}

export async function putIncomingInputs(
  tx: DatabaseTransaction,
  txid: string,
  spent: readonly Outpoint[],
): Promise<void> {
  await tx.query(
    `insert into wallet_incoming_inputs (txid, spent_txid, spent_vout)
     select $1, o.txid, o.vout from unnest($2::text[], $3::bigint[]) as o(txid, vout) on conflict do nothing`,
    [txid, spent.map((outpoint) => outpoint.txid), spent.map((outpoint) => outpoint.vout)],
  );
}

/**
 * Returns incoming transactions that spend any of the given outputs, each with the index of the
 * spent output in the list.
 */
export async function findIncomingSpenders(
  queryable: Queryable,
  outpoints: readonly Outpoint[],
): Promise<{ readonly txid: string; readonly position: number }[]> {
  if (outpoints.length === 0) return [];
  return queryable.query(
    `select i.txid, (o.position - 1)::integer as position
     from unnest($1::text[], $2::bigint[]) with ordinality as o(txid, vout, position)
     join wallet_incoming_inputs i on i.spent_txid = o.txid and i.spent_vout = o.vout`,
    [outpoints.map(({ txid }) => txid), outpoints.map(({ vout }) => vout)],
  );
}

/** Marks the deposits of a transaction that was replaced by a mined transaction. */
export async function markDepositsReplaced(
  tx: DatabaseTransaction,
  txid: string,
  by: { readonly txid: string; readonly height: number },
): Promise<void> {
  await tx.query(
    `update wallet_deposits set replaced_by = $2, replaced_height = $3, in_mempool = false
     where txid = $1 and height is null`,
    [txid, by.txid, by.height],
  );
}

/**
 * Marks the deposits of an undone block as no longer in the chain. Returns the deposits that were
 * already credited.
 */
export async function undoDeposits(
  tx: DatabaseTransaction,
  height: number,
  now: Date,
): Promise<DepositRow[]> {
  await tx.query(
    "update wallet_deposits set replaced_by = null, replaced_height = null where replaced_height = $1",
    [height],
  );
  const credited = await tx.query<DepositRow>(
    `select ${COLUMNS} from wallet_deposits where height = $1 and credited_at is not null order by id`,
    [height],
  );
  await tx.query(
    `update wallet_deposits set height = null, block_hash = null, reorged_at = $2,
       reversals = reversals + (credited_at is not null)::integer,
       reversed_at = case when credited_at is null then reversed_at else $2 end, credited_at = null
     where height = $1`,
    [height, now],
  );
  return credited;
}

/** Returns uncredited deposits that have enough confirmations at the given height. */
export async function listCreditable(
  queryable: Queryable,
  tip: { readonly height: number },
  confirmations: { readonly plain: number; readonly coinbase: number },
): Promise<DepositRow[]> {
  return queryable.query<DepositRow>(
    `select ${COLUMNS} from wallet_deposits where credited_at is null and height is not null
       and $1 - height + 1 >= case when is_coinbase then $3::integer else $2::integer end order by id`,
    [tip.height, confirmations.plain, confirmations.coinbase],
  );
}

/**
 * Marks a deposit as credited. Returns false if it is already credited or no longer in the chain.
 */
export async function markCredited(
  tx: DatabaseTransaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update wallet_deposits set credited_at = $2
     where id = $1 and credited_at is null and height is not null returning 1`,
    [id, now],
  );
  return rows.length === 1;
}

/** Returns the transactions of unmined deposits, which are expected in the mempool. */
export async function listUnconfirmedTxids(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ txid: string }>(
    "select distinct txid from wallet_deposits where in_mempool and credited_at is null",
  );
  return rows.map(({ txid }) => txid);
}

/**
 * Returns those of the given transactions whose deposits are recorded as neither mined nor in the
 * mempool.
 */
export async function listReturnedTxids(
  queryable: Queryable,
  txids: readonly string[],
): Promise<string[]> {
  const rows = await queryable.query<{ txid: string }>(
    `select distinct txid from wallet_deposits
     where txid = any($1::text[]) and height is null and not in_mempool`,
    [txids],
  );
  return rows.map(({ txid }) => txid);
}

/** Marks deposits that left the mempool without being mined. Returns their owners. */
export async function markDropped(
  tx: DatabaseTransaction,
  txids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ userId: string | null }>(
    `update wallet_deposits set in_mempool = false where txid = any($1) and in_mempool returning user_id as "userId"`,
    [txids],
  );
  return rows.flatMap(({ userId }) => userId ?? []);
}

export async function listDepositRows(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly beforeId: string | undefined;
    readonly limit: number;
  },
): Promise<DepositRow[]> {
  return queryable.query<DepositRow>(
    `select ${COLUMNS} from wallet_deposits where user_id = $1 and ($2::text is null or id < $2)
     order by id desc limit $3`,
    [page.userId, page.beforeId ?? null, page.limit],
  );
}

/**
 * Returns whether the user ever received coins from outside the platform, including coins that a
 * reorg removed later.
 */
export async function hasOutsideDeposit(queryable: Queryable, userId: string): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_deposits d where user_id = $1 and not exists (
       select from wallet_withdrawals w where w.id = d.withdrawal_id and w.purpose = 'faucet')) as "isFound"`,
    [userId],
  );
  return row?.isFound ?? false;
}

/** Returns the deposit, or undefined if it does not belong to this user. */
export async function findDeposit(
  queryable: Queryable,
  { userId, depositId }: { readonly userId: string; readonly depositId: string },
): Promise<DepositRow | undefined> {
  const [row] = await queryable.query<DepositRow>(
    `select ${COLUMNS} from wallet_deposits where id = $1 and user_id = $2`,
    [depositId, userId],
  );
  return row;
}

/**
 * Returns an SQL subquery with one row: the user's pending deposits, that is, deposits that were
 * seen but not credited yet. `user` is an SQL expression for the user id.
 */
export function pendingSql(user: string): string {
  return `(
  select coalesce(sum(amount_sats), 0)::bigint as "pendingSats" from wallet_deposits
  where user_id = ${user} and credited_at is null and (height is not null or in_mempool))`;
}

export async function sumPending(queryable: Queryable, userId: string): Promise<bigint> {
  const [row] = await queryable.query<{ pendingSats: bigint }>(
    `select * from ${pendingSql("$1")} as pending`,
    [userId],
  );
  return row?.pendingSats ?? 0n;
}

/** Returns the total of uncredited deposits in the chain, for users and the treasury. */
export async function sumUncredited(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable.query<{ sum: bigint }>(
    `select coalesce(sum(amount_sats), 0)::bigint as sum from wallet_deposits
     where height is not null and credited_at is null`,
  );
  return row?.sum ?? 0n;
}

/**
 * Returns whether any deposit is waiting for confirmations. Coinbase outputs are ignored, because
 * they need 100.
 */
export async function hasPendingDeposit(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_deposits
       where credited_at is null and not is_coinbase and (height is not null or in_mempool)) as "isFound"`,
  );
  return row?.isFound ?? false;
}

export interface MovementRow {
  readonly txid: string;
  readonly amountSats: bigint;
  readonly height: number | null;
  readonly at: Date;
}

/** Returns the newest outside payments to users. */
export async function listDepositMovements(
  queryable: Queryable,
  limit: number,
): Promise<MovementRow[]> {
  return queryable.query<MovementRow>(
    `select txid, amount_sats as "amountSats", height, seen_at as at from wallet_deposits
     where user_id is not null and withdrawal_id is null and (height is not null or in_mempool)
     order by id desc limit $1`,
    [limit],
  );
}

/** SQL for the owner, time and amount of each outside deposit since `$1`, confirmed or not. */
export const DEPOSITS_SINCE = `select user_id, seen_at as at, amount_sats as sats from wallet_deposits
  where seen_at > $1 and user_id is not null and withdrawal_id is null and (height is not null or in_mempool)`;

/** Returns whether the treasury ever received a mature coinbase output. */
export async function hasCreditedCoinbase(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_deposits
       where user_id is null and is_coinbase and credited_at is not null) as "isFound"`,
  );
  return row?.isFound ?? false;
}

/** Returns one of the transaction's outputs that pay a user or the treasury. */
export async function findDepositByTxid(
  queryable: Queryable,
  txid: string,
): Promise<(DepositRow & { readonly blockHash: string | null }) | undefined> {
  const [row] = await queryable.query<DepositRow & { blockHash: string | null }>(
    `select ${COLUMNS}, block_hash as "blockHash" from wallet_deposits where txid = $1 order by vout limit 1`,
    [txid],
  );
  return row;
}

/** Returns the hash of the deposit's block, or undefined while it is in no block. */
export async function findDepositBlock(
  queryable: Queryable,
  id: string,
): Promise<string | undefined> {
  const [row] = await queryable.query<{ blockHash: string | null }>(
    `select block_hash as "blockHash" from wallet_deposits where id = $1`,
    [id],
  );
  return row?.blockHash ?? undefined;
}
