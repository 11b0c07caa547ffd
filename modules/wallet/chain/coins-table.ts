/**
 * SQL statements for the wallet's outputs in the active chain, the transactions that spent them,
 * and the withdrawals that reserve them.
 */
import { numberArray, textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { CoinAges } from "./chain-rules.ts";

export interface CoinRow {
  readonly txid: string;
  readonly vout: number;
  readonly scriptHex: string;
  readonly amountSats: bigint;
  readonly isCoinbase: boolean;
  readonly isChange: boolean;
  readonly height: number | null;
  readonly spentTxid: string | null;
  readonly reservedBy: string | null;
  readonly branch: number;
  readonly index: number;
}

export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/**
 * Number of smallest sufficient coins to list per amount. At least one of them leaves change above
 * the dust limit.
 */
const FITTING_MAX = 8;

const SELECT = `select c.txid, c.vout, c.script_hex as "scriptHex", c.amount_sats as "amountSats",
  c.is_coinbase as "isCoinbase", c.is_change as "isChange", c.height, c.spent_txid as "spentTxid",
  c.reserved_by as "reservedBy", a.branch, a.index
  from wallet_coins c join wallet_addresses a using (script_hex)`;

export type NewCoin = Pick<
  CoinRow,
  "txid" | "vout" | "scriptHex" | "amountSats" | "isCoinbase" | "isChange"
>;

/** Inserts a coin, or updates its height if the coin is already known from an undone block. */
export async function putCoin(
  tx: DatabaseTransaction,
  coin: NewCoin,
  height: number,
): Promise<void> {
  await tx.query(
    `insert into wallet_coins (txid, vout, script_hex, amount_sats, is_coinbase, is_change, height)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (txid, vout) do update set height = excluded.height`,
    [coin.txid, coin.vout, coin.scriptHex, coin.amountSats, coin.isCoinbase, coin.isChange, height],
  );
}

/**
 * Inserts the change output of an unmined payment of the wallet, so that the next payment can
 * reserve it. Does nothing if the output is already known.
 */
export async function putUnmined(tx: DatabaseTransaction, coin: NewCoin): Promise<void> {
  await tx.query(
    `insert into wallet_coins (txid, vout, script_hex, amount_sats, is_coinbase, is_change, height)
     values ($1, $2, $3, $4, $5, $6, null) on conflict (txid, vout) do nothing`,
    [coin.txid, coin.vout, coin.scriptHex, coin.amountSats, coin.isCoinbase, coin.isChange],
  );
}

/** Returns the wallet's coins among the given outpoints. */
export async function findCoins(
  queryable: Queryable,
  outpoints: readonly Outpoint[],
): Promise<CoinRow[]> {
  if (outpoints.length === 0) return [];
  return queryable.query<CoinRow>(
    `${SELECT} join unnest($1::text[], $2::bigint[]) as o(txid, vout) on o.txid = c.txid and o.vout = c.vout`,
    [outpoints.map(({ txid }) => txid), outpoints.map(({ vout }) => vout)],
  );
}

export async function markSpent(
  tx: DatabaseTransaction,
  coin: Outpoint,
  by: { readonly txid: string; readonly height: number },
): Promise<void> {
  await tx.query(
    "update wallet_coins set spent_txid = $3, spent_height = $4 where txid = $1 and vout = $2",
    [coin.txid, coin.vout, by.txid, by.height],
  );
}

export async function undoCoins(tx: DatabaseTransaction, height: number): Promise<void> {
  await tx.query(
    "update wallet_coins set spent_txid = null, spent_height = null where spent_height = $1",
    [height],
  );
  await tx.query("update wallet_coins set height = null where height = $1", [height]);
}

/** SQL condition: unspent, not reserved, and old enough at height $1. */
const IS_SPENDABLE = `height is not null and spent_txid is null and reserved_by is null
  and $1 - height + 1 >= case when is_coinbase then $4::integer when is_change then $3::integer else $2::integer end`;

const CANDIDATES = `with candidates as (
    (select txid, vout from wallet_coins where ${IS_SPENDABLE} order by amount_sats desc, txid, vout limit $5)
    union
    (select fits.txid, fits.vout from unnest($6::bigint[]) as wanted (sats) cross join lateral (
       select txid, vout from wallet_coins where ${IS_SPENDABLE} and amount_sats >= wanted.sats
       order by amount_sats, txid desc, vout desc limit ${FITTING_MAX}) as fits))
  ${SELECT} join candidates using (txid, vout) order by c.amount_sats desc, c.txid, c.vout`;

/**
 * Limits on the candidates for coin selection, because the wallet may own a hundred thousand coins.
 */
export interface Wanted {
  readonly coinsMax: number;
  /** Amounts to pay. The smallest coins that cover each amount are listed as well. */
  readonly amountsSats: readonly bigint[];
}

interface Spending {
  readonly tip: { readonly height: number };
  readonly ages: CoinAges;
}

/** Returns spendable coins within the limits, largest first. */
export async function listCandidates(
  queryable: Queryable,
  spending: Spending,
  wanted: Wanted,
): Promise<CoinRow[]> {
  return queryable.query<CoinRow>(CANDIDATES, [...parametersOf(spending), ...limitsOf(wanted)]);
}

/** Like `listCandidates`, but locks the rows, so that concurrent payments cannot choose them. */
export async function lockCandidates(
  tx: DatabaseTransaction,
  spending: Spending,
  wanted: Wanted,
): Promise<CoinRow[]> {
  const statement = `${CANDIDATES} for update of c`;
  return tx.query<CoinRow>(statement, [...parametersOf(spending), ...limitsOf(wanted)]);
}

export async function sumSpendable(queryable: Queryable, spending: Spending): Promise<bigint> {
  const [row] = await queryable.query<{ sum: bigint }>(
    `select coalesce(sum(amount_sats), 0)::bigint as sum from wallet_coins where ${IS_SPENDABLE}`,
    parametersOf(spending),
  );
  return row?.sum ?? 0n;
}

function parametersOf({ tip: { height }, ages }: Spending) {
  return [height, ages.deposit, ages.change, ages.coinbase];
}

function limitsOf({ coinsMax, amountsSats }: Wanted) {
  return [coinsMax, numberArray(amountsSats)];
}

/** Value range of small coins in satoshis; both bounds are exclusive. */
export interface Small {
  readonly below: bigint;
  readonly above: bigint;
}

/** Returns spendable coins in the value range, smallest first. */
export async function listSmall(
  queryable: Queryable,
  spending: Spending,
  { below, above, limit }: Small & { readonly limit: number },
): Promise<CoinRow[]> {
  return queryable.query<CoinRow>(
    `${SELECT} where ${IS_SPENDABLE} and amount_sats < $5 and amount_sats > $6
     order by c.amount_sats, c.txid desc, c.vout desc limit $7`,
    [...parametersOf(spending), below, above, limit],
  );
}

export async function countSmall(
  queryable: Queryable,
  spending: Spending,
  { below, above }: Small,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from wallet_coins
     where ${IS_SPENDABLE} and amount_sats < $5 and amount_sats > $6`,
    [...parametersOf(spending), below, above],
  );
  return row?.count ?? 0;
}

/**
 * Reserves the coins for a withdrawal. Returns false and reserves none if any coin is no longer
 * spendable.
 */
export async function reserveAll(
  tx: DatabaseTransaction,
  spending: Spending,
  { coins, reservedBy }: { readonly coins: readonly Outpoint[]; readonly reservedBy: string },
): Promise<boolean> {
  const locked = await tx.query(
    `select from wallet_coins where ${IS_SPENDABLE}
       and (txid, vout) in (select * from unnest($5::text[], $6::bigint[])) for update`,
    [
      ...parametersOf(spending),
      textArray(coins.map(({ txid }) => txid)),
      numberArray(coins.map(({ vout }) => vout)),
    ],
  );
  if (locked.length !== coins.length) return false;
  for (const coin of coins) await reserveCoin(tx, coin, reservedBy);
  return true;
}

export async function reserveCoin(
  tx: DatabaseTransaction,
  coin: Outpoint,
  withdrawalId: string,
): Promise<void> {
  await tx.query("update wallet_coins set reserved_by = $3 where txid = $1 and vout = $2", [
    coin.txid,
    coin.vout,
    withdrawalId,
  ]);
}

export async function listReservedCoins(
  queryable: Queryable,
  withdrawalId: string,
): Promise<CoinRow[]> {
  return queryable.query<CoinRow>(
    `${SELECT} where c.reserved_by = $1 order by c.amount_sats desc, c.txid, c.vout`,
    [withdrawalId],
  );
}

export async function releaseCoins(tx: DatabaseTransaction, withdrawalId: string): Promise<void> {
  await tx.query(
    "update wallet_coins set reserved_by = null where reserved_by = $1 and spent_txid is null",
    [withdrawalId],
  );
}

/** Releases the withdrawal's reserved coins, except the given coins. */
export async function releaseOtherCoins(
  tx: DatabaseTransaction,
  withdrawalId: string,
  except: readonly Outpoint[],
): Promise<void> {
  await tx.query(
    `update wallet_coins set reserved_by = null where reserved_by = $1 and spent_txid is null
       and (txid, vout) not in (select * from unnest($2::text[], $3::bigint[]))`,
    [withdrawalId, except.map(({ txid }) => txid), except.map(({ vout }) => vout)],
  );
}

/**
 * Returns whether the transaction spends a coin of the wallet, which means that it was signed with
 * the wallet's keys.
 */
export async function spendsOurCoins(queryable: Queryable, txid: string): Promise<boolean> {
  const rows = await queryable.query("select 1 from wallet_coins where spent_txid = $1 limit 1", [
    txid,
  ]);
  return rows.length > 0;
}

/**
 * Returns the total of the wallet's unspent outputs in the chain, with any number of confirmations.
 */
export async function sumUnspent(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable.query<{ sum: bigint }>(
    `select coalesce(sum(amount_sats), 0)::bigint as sum from wallet_coins
     where height is not null and spent_txid is null`,
  );
  return row?.sum ?? 0n;
}

/** Returns the ids of payments and cold-wallet returns that reserve outputs of this transaction. */
export async function listReservers(queryable: Queryable, txid: string): Promise<string[]> {
  const rows = await queryable.query<{ reservedBy: string }>(
    `select reserved_by as "reservedBy" from wallet_coins where txid = $1 and reserved_by is not null
     union select reserved_by from wallet_cold_coins where txid = $1 and reserved_by is not null`,
    [txid],
  );
  return rows.map(({ reservedBy }) => reservedBy);
}
