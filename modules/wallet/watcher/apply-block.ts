/**
 * Applies a block in one database transaction, which updates coins, deposits, payments and the
 * chain cursor together. The ledger does not change.
 */
import type { Block } from "#bitcoin";
import { failpoint, type DatabaseTransaction } from "#platform";
import type { Account } from "../chain/account.ts";
import { insertBlock, lockCursor, moveCursor } from "../chain/chain-table.ts";
import { findCoins, markSpent, putCoin, type Outpoint } from "../chain/coins-table.ts";
import { findColdCoins, markColdSpent, putColdCoin } from "../cold/cold-coins-table.ts";
import { takeMined } from "../withdrawals/versions-table.ts";
import { steps as own } from "../self-transfers/self-transfer-states.ts";
import { moveSelfTransfers } from "../self-transfers/self-transfers-table.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveByTxid } from "../withdrawals/withdrawals-table.ts";
import { markConflicts, spendsOf } from "./mark-conflicts.ts";
import { sightInBlock } from "../watch-list/sightings-table.ts";
import { publishTouched, nothingTouched, type Touched, type WatcherDeps } from "./deps.ts";
import { findAllOwn, recordIncoming, type OwnInTransactions } from "./record-incoming.ts";
import { notifySeen } from "./notify-seen.ts";

/**
 * Applies the block. Returns false if the block does not follow the cursor; the caller must then
 * undo blocks first.
 */
export async function applyBlock(deps: WatcherDeps, block: Block): Promise<boolean> {
  const { database, bus, clock, account } = deps;
  const touched = nothingTouched();
  const height = await database.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    if (cursor.hash !== block.previousHash) return undefined;
    await writeBlock(tx, block, {
      height: cursor.height + 1,
      now: clock.now(),
      touched,
      account,
    });
    failpoint("wallet.applying");
    return cursor.height + 1;
  });
  failpoint("wallet.applied");
  if (height === undefined) return false;
  bus.publish("block", { height, hash: block.hash });
  await notifySeen(deps, touched.firstSeen);
  publishTouched(bus, touched);
  return true;
}

interface Context {
  readonly height: number;
  readonly now: Date;
  readonly touched: Touched;
  readonly account: Account;
}

async function writeBlock(tx: DatabaseTransaction, block: Block, context: Context): Promise<void> {
  const { height, now, touched, account } = context;
  const minedAt = new Date(block.timeSeconds * 1000);
  const { hash, previousHash, transactions } = block;
  await insertBlock(tx, { height, hash, previousHash, minedAt }, now);
  await takeMined(
    tx,
    transactions.map(({ txid }) => txid),
  );
  const ownership = await findAllOwn(tx, transactions, { account, now, touched });
  for (const output of ownership.outputs) await putCoin(tx, output, height);
  for (const output of ownership.cold) await putColdCoin(tx, output, height);
  await recordIncoming(tx, transactions, ownership, { block: { height, hash }, now, touched });
  const spends = spendsOf(transactions);
  const spenders = new Map(spends.map(({ txid, vout, by }) => [`${txid}:${vout}`, by]));
  const spentBy = <Coin extends Outpoint>(coin: Coin) =>
    Object.assign(coin, { by: spenders.get(`${coin.txid}:${coin.vout}`) ?? "" });
  const hotCoins = (await findCoins(tx, spends)).map(spentBy);
  for (const coin of hotCoins) await markSpent(tx, coin, { txid: coin.by, height });
  const coldCoins = (await findColdCoins(tx, spends)).map(spentBy);
  for (const coin of coldCoins) await markColdSpent(tx, coin, { txid: coin.by, height });
  await confirmPayments(tx, ownership, hash, context);
  await markConflicts(tx, spends, [...hotCoins, ...coldCoins], context);
  await sightInBlock(tx, { txids: transactions.map(({ txid }) => txid), height, now });
  await moveCursor(tx, { height, hash });
}

async function confirmPayments(
  tx: DatabaseTransaction,
  ownership: OwnInTransactions,
  blockHash: string,
  { height, touched }: Context,
): Promise<void> {
  const txids = new Set(ownership.payments.flatMap(({ txid }) => txid ?? []));
  const change = { height, blockHash, conflictTxid: null, conflictHeight: null };
  await moveByTxid(tx, [...txids], steps.confirm, change);
  await moveSelfTransfers(tx, ownership.selfTransfers, own.confirm, change);
  for (const { userId } of ownership.payments) touched.withdrawals.add(userId);
}
