/**
 * SQL statements for followers of transactions and the messages they have received. No other file
 * uses the table.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Sighting, NotifiedState } from "./sighting.ts";

export interface Follower {
  readonly txid: string;
  readonly userId: string;
  readonly isMailed: boolean;
  readonly followedAt: Date;
}

export type FollowedRow = Follower & Sighting;

const FOLLOWED = `select txid, user_id as "userId", is_mailed as "isMailed", followed_at as "followedAt",
    in_mempool as "inMempool", height, seen_at as "seenAt", reorgs, taken_back_at as "takenBackAt"
  from wallet_followers join wallet_followed_transactions using (txid)`;

/**
 * Returns the transactions that a user follows, newest first. Not paged, because the number per
 * user is limited.
 */
export function followedBy(queryable: Queryable, userId: string): Promise<FollowedRow[]> {
  return queryable.query<FollowedRow>(
    `${FOLLOWED} where user_id = $1 order by followed_at desc, txid`,
    [userId],
  );
}

export async function insertFollower(
  tx: DatabaseTransaction,
  { txid, userId, isMailed, followedAt, ...notified }: Follower & NotifiedState,
): Promise<void> {
  await tx.query(
    `insert into wallet_followers (txid, user_id, is_mailed, followed_at, is_seen_told, is_confirmed_told, reorgs_told)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      txid,
      userId,
      isMailed,
      followedAt,
      notified.isSeenTold,
      notified.isConfirmedTold,
      notified.reorgsTold,
    ],
  );
}

interface Owned {
  readonly userId: string;
  readonly txid: string;
}

/**
 * Turns e-mails about the transaction on or off. Returns undefined if the user does not follow the
 * transaction.
 */
export async function setMailed(
  queryable: Queryable,
  { userId, txid, isMailed }: Owned & { readonly isMailed: boolean },
): Promise<FollowedRow | undefined> {
  const [row] = await queryable.query<FollowedRow>(
    `with changed as (
       update wallet_followers set is_mailed = $3 where user_id = $1 and txid = $2 returning *
     )
     ${FOLLOWED.replace("wallet_followers", "changed")}`,
    [userId, txid, isMailed],
  );
  return row;
}

export async function deleteFollower(
  queryable: Queryable,
  { userId, txid }: Owned,
): Promise<boolean> {
  const rows = await queryable.query(
    "delete from wallet_followers where user_id = $1 and txid = $2 returning txid",
    [userId, txid],
  );
  return rows.length > 0;
}

/** Deletes the watch list of a user who is being deleted. */
export async function forgetFollowed(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from wallet_followers where user_id = $1", [userId]);
}

/**
 * Returns the followers who have not received all due messages. Locks their rows until the
 * transaction ends.
 */
export function lockUnnotified(
  tx: DatabaseTransaction,
  of: {
    readonly txid: string;
    readonly reorgs: number;
    readonly isConfirmed: boolean;
    readonly limit: number;
  },
): Promise<(Follower & NotifiedState)[]> {
  return tx.query<Follower & NotifiedState>(
    `select txid, user_id as "userId", is_mailed as "isMailed", followed_at as "followedAt",
       is_seen_told as "isSeenTold", is_confirmed_told as "isConfirmedTold", reorgs_told as "reorgsTold"
     from wallet_followers
     where txid = $1 and (not is_seen_told or reorgs_told < $2 or ($3 and not is_confirmed_told))
     order by user_id limit $4 for update`,
    [of.txid, of.reorgs, of.isConfirmed, of.limit],
  );
}

export async function saveNotifiedState(
  tx: DatabaseTransaction,
  { userId, txid, isSeenTold, isConfirmedTold, reorgsTold }: Owned & NotifiedState,
): Promise<void> {
  await tx.query(
    `update wallet_followers set is_seen_told = $3, is_confirmed_told = $4, reorgs_told = $5
     where user_id = $1 and txid = $2`,
    [userId, txid, isSeenTold, isConfirmedTold, reorgsTold],
  );
}
