/**
 * Adds a transaction to the user's watch list. Only later state changes cause messages. A node
 * without a transaction index cannot find mined transactions by id. Therefore a transaction that
 * neither belongs to the platform nor is in the mempool is searched for only in the last six
 * blocks.
 */
import { watchListLimits } from "#api/limits";
import { Outage, type Queryable } from "#platform";
import { CONFIRMATIONS } from "../chain/chain-rules.ts";
import { findBlock, lockCursor, readCursor, type Cursor } from "../chain/chain-table.ts";
import { findInMempool } from "../chain/in-mempool.ts";
import { findDepositByTxid } from "../deposits/deposits-table.ts";
import { refuse } from "../terms/refusals.ts";
import { findWithdrawalsByTxid } from "../withdrawals/withdrawals-table.ts";
import { followedBy, insertFollower } from "./followers-table.ts";
import type { WatchListDeps } from "./deps.ts";
import { presentFollowed, type PresentedFollowed } from "./present-followed.ts";
import { notifiedStateOf, type Sighting } from "./sighting.ts";
import { findSighting, insertSighting } from "./sightings-table.ts";

export interface Wish {
  readonly userId: string;
  readonly txid: string;
  readonly isMailed: boolean;
}

/**
 * Maximum number of attempts. An attempt fails if the chain changes between the read and the write,
 * which is unlikely to happen several times in a row.
 */
const LOOKS_MAX = 5;

/**
 * Saves the caller as a follower. Throws a Refusal if the txid is invalid, or if the user already
 * follows the transaction or too many others.
 */
export async function followTransaction(
  deps: WatchListDeps,
  { userId, txid: typed, isMailed }: Wish,
): Promise<PresentedFollowed> {
  const txid = typed.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) throw refuse.txid_unreadable();
  await refuseOneMore(deps.database, { userId, txid });
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const cursor = await readCursor(deps.database);
    if (!cursor) throw new Outage("wallet", "it has not read the chain yet");
    const stored = await findSighting(deps.database, txid);
    const sighting = stored ?? (await findOnChain(deps, { txid, cursor }));
    const followed = await saveFollower(deps, {
      wish: { userId, txid, isMailed },
      cursor,
      newSighting: sighting,
    });
    if (followed) return followed;
  }
  throw new Outage("bitcoin node", "its chain changed while it was read; try again");
}

/**
 * Saves the follower. Returns undefined if the chain has changed since the transaction was looked
 * up.
 */
function saveFollower(
  { database, clock }: WatchListDeps,
  {
    wish,
    cursor,
    newSighting,
  }: { readonly wish: Wish; readonly cursor: Cursor; readonly newSighting: Sighting },
): Promise<PresentedFollowed | undefined> {
  return database.transaction(async (tx) => {
    const { hash, height: tipHeight } = await lockCursor(tx);
    if (hash !== cursor.hash) return undefined;
    await refuseOneMore(tx, wish);
    const stored = await findSighting(tx, wish.txid);
    if (!stored) await insertSighting(tx, { ...newSighting, txid: wish.txid });
    const sighting = stored ?? newSighting;
    const follower = { ...wish, followedAt: clock.now() };
    await insertFollower(tx, { ...follower, ...notifiedStateOf(sighting, tipHeight) });
    return presentFollowed({ ...follower, ...sighting }, tipHeight);
  });
}

async function refuseOneMore(
  queryable: Queryable,
  { userId, txid }: Pick<Wish, "userId" | "txid">,
): Promise<void> {
  const followed = await followedBy(queryable, userId);
  if (followed.some((one) => one.txid === txid)) throw refuse.already_followed();
  const { followedMax: max } = watchListLimits;
  if (followed.length >= max) throw refuse.too_many_followed({ max: String(max) });
}

async function findOnChain(
  deps: WatchListDeps,
  { txid, cursor }: { readonly txid: string; readonly cursor: Cursor },
): Promise<Sighting> {
  const inMempool = (await findInMempool(deps.node, txid)) !== undefined;
  const height = inMempool ? null : await heightOf(deps, { txid, cursor });
  const isSeen = inMempool || height !== null;
  const seenAt = isSeen ? deps.clock.now() : null;
  return { inMempool, height, seenAt, reorgs: 0, takenBackAt: null };
}

async function heightOf(
  { database, node }: WatchListDeps,
  { txid, cursor }: { readonly txid: string; readonly cursor: Cursor },
): Promise<number | null> {
  const deposit = await findDepositByTxid(database, txid);
  const [payment] = await findWithdrawalsByTxid(database, [txid]);
  const own = deposit ?? payment;
  if (own) return own.height;
  for (let height = cursor.height; height > cursor.height - CONFIRMATIONS; height -= 1) {
    const row = await findBlock(database, height);
    if (!row || row.height === 0) return null;
    const { transactions } = await node.getBlock(row.hash);
    if (transactions.some((one) => one.txid === txid)) return height;
  }
  return null;
}
