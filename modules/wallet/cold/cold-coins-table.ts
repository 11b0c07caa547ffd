/**
 * SQL statements for the cold wallet's outputs in the active chain. Cold coins have their own
 * table, so that no payment can choose them.
 */
import { numberArray, textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { NewCoin, Outpoint } from "../chain/coins-table.ts";

export interface ColdCoinRow {
  readonly txid: string;
  readonly vout: number;
  readonly scriptHex: string;
  readonly amountSats: bigint;
  readonly height: number | null;
  readonly spentTxid: string | null;
  readonly reservedBy: string | null;
  /** Index of the coin's script in the descriptor. */
  readonly index: number;
}

const COINS = `select c.txid, c.vout, c.script_hex as "scriptHex", c.amount_sats as "amountSats", c.height,
  c.spent_txid as "spentTxid", c.reserved_by as "reservedBy", a.index
  from wallet_cold_coins c join wallet_cold_addresses a using (script_hex)`;

/** Inserts a coin, or updates its height if the coin is already known from an undone block. */
export async function putColdCoin(
  tx: DatabaseTransaction,
  coin: NewCoin,
  height: number,
): Promise<void> {
  await tx.query(
    `insert into wallet_cold_coins (txid, vout, script_hex, amount_sats, height) values ($1, $2, $3, $4, $5)
     on conflict (txid, vout) do update set height = excluded.height`,
    [coin.txid, coin.vout, coin.scriptHex, coin.amountSats, height],
  );
  await tx.query(
    `update wallet_cold_addresses set used_at = created_at where script_hex = $1 and used_at is null`,
    [coin.scriptHex],
  );
}

/** Returns the cold coins among the given outpoints. */
export async function findColdCoins(
  queryable: Queryable,
  outpoints: readonly Outpoint[],
): Promise<ColdCoinRow[]> {
  if (outpoints.length === 0) return [];
  return queryable.query<ColdCoinRow>(
    `${COINS} join unnest($1::text[], $2::bigint[]) as o(txid, vout) on o.txid = c.txid and o.vout = c.vout`,
    [textArray(outpoints.map(({ txid }) => txid)), numberArray(outpoints.map(({ vout }) => vout))],
  );
}

export async function markColdSpent(
  tx: DatabaseTransaction,
  { txid, vout }: Outpoint,
  by: { readonly txid: string; readonly height: number },
): Promise<void> {
  await tx.query(
    "update wallet_cold_coins set spent_txid = $3, spent_height = $4 where txid = $1 and vout = $2",
    [txid, vout, by.txid, by.height],
  );
}

export async function undoColdCoins(tx: DatabaseTransaction, height: number): Promise<void> {
  await tx.query(
    "update wallet_cold_coins set spent_txid = null, spent_height = null where spent_height = $1",
    [height],
  );
  await tx.query("update wallet_cold_coins set height = null where height = $1", [height]);
}

/** Returns the total of unspent cold coins in the chain, with any number of confirmations. */
export async function sumCold(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable.query<{ sum: bigint }>(
    `select coalesce(sum(amount_sats), 0)::bigint as sum from wallet_cold_coins
     where height is not null and spent_txid is null`,
  );
  return row?.sum ?? 0n;
}

export interface ColdSum {
  readonly descriptorId: string;
  readonly count: number;
  readonly sats: bigint;
}

export function coldSums(queryable: Queryable): Promise<ColdSum[]> {
  return queryable.query(
    `select a.descriptor_id as "descriptorId", count(*)::int as count, sum(c.amount_sats)::bigint as sats
     from wallet_cold_coins c join wallet_cold_addresses a using (script_hex)
     where c.height is not null and c.spent_txid is null group by a.descriptor_id`,
  );
}

/**
 * Returns the descriptor's coins that have enough confirmations and are not reserved, largest
 * first.
 */
export function listReturnable(
  queryable: Queryable,
  of: {
    readonly descriptorId: string;
    readonly tip: { readonly height: number };
    readonly confirmations: number;
    readonly limit: number;
  },
): Promise<ColdCoinRow[]> {
  return queryable.query(
    `${COINS} where a.descriptor_id = $1 and c.height is not null and c.spent_txid is null and c.reserved_by is null
       and $2 - c.height + 1 >= $3 order by c.amount_sats desc, c.txid, c.vout limit $4`,
    [of.descriptorId, of.tip.height, of.confirmations, of.limit],
  );
}

/**
 * Reserves the coins. Returns false and reserves none if any coin is spent, reserved or no longer
 * in the chain.
 */
export async function reserveCold(
  tx: DatabaseTransaction,
  coins: readonly Outpoint[],
  reservedBy: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update wallet_cold_coins set reserved_by = $3 where height is not null and spent_txid is null and reserved_by is null
       and (txid, vout) in (select * from unnest($1::text[], $2::bigint[])) returning txid`,
    [
      textArray(coins.map(({ txid }) => txid)),
      numberArray(coins.map(({ vout }) => vout)),
      reservedBy,
    ],
  );
  return rows.length === coins.length;
}

export function listReservedCold(queryable: Queryable, id: string): Promise<ColdCoinRow[]> {
  return queryable.query(`${COINS} where c.reserved_by = $1 order by c.txid, c.vout`, [id]);
}

export async function releaseCold(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.query(
    "update wallet_cold_coins set reserved_by = null where reserved_by = $1 and spent_txid is null",
    [id],
  );
}
