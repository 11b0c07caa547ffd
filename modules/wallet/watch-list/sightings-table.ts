/**
 * SQL statements for the on-chain state of followed transactions. No other file uses the table.
 * Every writer holds the chain cursor's lock, so that no block is applied between reading the chain
 * and writing the row.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import { CONFIRMATIONS } from "../chain/chain-rules.ts";
import type { Sighting } from "./sighting.ts";

const COLUMNS = `in_mempool as "inMempool", height, seen_at as "seenAt", reorgs, taken_back_at as "takenBackAt"`;

export async function findSighting(
  queryable: Queryable,
  txid: string,
): Promise<Sighting | undefined> {
  const [row] = await queryable.query<Sighting>(
    `select ${COLUMNS} from wallet_followed_transactions where txid = $1`,
    [txid],
  );
  return row;
}

export async function insertSighting(
  tx: DatabaseTransaction,
  { txid, inMempool, height, seenAt }: Sighting & { readonly txid: string },
): Promise<void> {
  await tx.query(
    `insert into wallet_followed_transactions (txid, in_mempool, height, seen_at) values ($1, $2, $3, $4)`,
    [txid, inMempool, height, seenAt],
  );
}

/**
 * Records the followed transactions in the block at `height`. Marks transactions that reach their
 * sixth confirmation with this block as changed.
 */
export async function sightInBlock(
  tx: DatabaseTransaction,
  block: { readonly txids: readonly string[]; readonly height: number; readonly now: Date },
): Promise<void> {
  const { txids, height, now } = block;
  await tx.query(
    `update wallet_followed_transactions set height = $2, in_mempool = false, seen_at = coalesce(seen_at, $3),
       is_news = is_news or seen_at is null
     where txid = any($1)`,
    [txids, height, now],
  );
  await tx.query("update wallet_followed_transactions set is_news = true where height = $1", [
    height - CONFIRMATIONS + 1,
  ]);
}

export async function takeBackSightings(
  tx: DatabaseTransaction,
  { height, now }: { readonly height: number; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update wallet_followed_transactions set height = null, reorgs = reorgs + 1, taken_back_at = $2, is_news = true
     where height = $1`,
    [height, now],
  );
}

/**
 * Updates the followed transactions outside blocks. Writes only rows whose transaction entered or
 * left the mempool.
 */
export async function sightInMempool(
  tx: DatabaseTransaction,
  { mempool, now }: { readonly mempool: ReadonlySet<string>; readonly now: Date },
): Promise<void> {
  const open = await tx.query<{ txid: string; inMempool: boolean }>(
    `select txid, in_mempool as "inMempool" from wallet_followed_transactions where height is null`,
  );
  const changed = open.filter(({ txid, inMempool }) => mempool.has(txid) !== inMempool);
  if (changed.length === 0) return;
  await tx.query(
    `update wallet_followed_transactions set in_mempool = not in_mempool, seen_at = coalesce(seen_at, $2),
       is_news = is_news or seen_at is null
     where txid = any($1)`,
    [changed.map(({ txid }) => txid), now],
  );
}

/** Returns the txids of transactions whose followers may be due a message. */
export async function listChanged(queryable: Queryable, limit: number): Promise<string[]> {
  const rows = await queryable.query<{ txid: string }>(
    "select txid from wallet_followed_transactions where is_news order by txid limit $1",
    [limit],
  );
  return rows.map(({ txid }) => txid);
}

/**
 * Locks the row until the transaction ends and returns it. Returns undefined if a concurrent
 * process has already notified all followers.
 */
export async function lockChanged(
  tx: DatabaseTransaction,
  txid: string,
): Promise<Sighting | undefined> {
  const [row] = await tx.query<Sighting>(
    `select ${COLUMNS} from wallet_followed_transactions where txid = $1 and is_news for update`,
    [txid],
  );
  return row;
}

export async function markReported(tx: DatabaseTransaction, txid: string): Promise<void> {
  await tx.query("update wallet_followed_transactions set is_news = false where txid = $1", [txid]);
}

export async function deleteUnfollowed(tx: DatabaseTransaction): Promise<void> {
  await tx.query(
    `delete from wallet_followed_transactions as one
     where not exists (select from wallet_followers where txid = one.txid)`,
  );
}
