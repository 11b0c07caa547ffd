/**
 * Tracks incoming payments and the platform's own payments in the node's mempool. Unconfirmed
 * amounts never become available, because any unconfirmed payment can be replaced. Each transaction
 * is read once. A deposit that disappears without being mined is marked as dropped. A payment of
 * the platform that disappears is sent again.
 */
import type { Transaction } from "#bitcoin";
import type { DatabaseTransaction } from "#platform";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import {
  listReturnedTxids,
  listUnconfirmedTxids,
  markDropped,
} from "../deposits/deposits-table.ts";
import { REBROADCAST_MS } from "../sender/node-verdict.ts";
import { listUnmined } from "../self-transfers/self-transfer-queues.ts";
import { steps as ownSteps } from "../self-transfers/self-transfer-states.ts";
import { moveSelfTransfers } from "../self-transfers/self-transfers-table.ts";
import { listUnminedTxids } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveByTxid } from "../withdrawals/withdrawals-table.ts";
import { sightInMempool } from "../watch-list/sightings-table.ts";
import { publishTouched, nothingTouched, type Touched, type WatcherDeps } from "./deps.ts";
import { findAllOwn, recordIncoming } from "./record-incoming.ts";
import { notifySeen } from "./notify-seen.ts";

export interface MempoolWatch {
  /**
   * Compares the node's mempool with the wallet's tables once. Does nothing if the tip is no longer
   * current.
   */
  look(tip: Cursor): Promise<void>;
}

export function createMempoolWatch(deps: WatcherDeps): MempoolWatch {
  let lastSeen: ReadonlySet<string> = new Set();
  return {
    async look(tip) {
      const { node, database, bus, account } = deps;
      const mempool = new Set(await node.getRawMempool());
      if ((await node.getBlockHash(tip.height)) !== tip.hash) return;
      if ((await node.getBlockHash(tip.height + 1)) !== undefined) return;
      // A known transaction must be read again if any process recorded that it left the mempool, or
      // if a reorg undid its block.
      const returned = new Set(await listReturnedTxids(database, [...mempool]));
      const fresh = await read(deps, mempool, (txid) => lastSeen.has(txid) && !returned.has(txid));
      const touched = nothingTouched();
      await database.transaction(async (tx) => {
        const cursor = await lockCursor(tx);
        if (cursor.hash !== tip.hash) return;
        await recordFresh(tx, fresh, { account, now: deps.clock.now(), touched });
        await dropGone(tx, mempool, touched);
        await trackPayments(tx, mempool, { now: deps.clock.now(), touched });
        await sightInMempool(tx, { mempool, now: deps.clock.now() });
      });
      lastSeen = mempool;
      await notifySeen(deps, touched.firstSeen);
      publishTouched(bus, touched);
    },
  };
}

async function read(
  { node }: WatcherDeps,
  mempool: ReadonlySet<string>,
  isKnown: (txid: string) => boolean,
): Promise<Transaction[]> {
  const fresh: Transaction[] = [];
  for (const txid of mempool) {
    if (isKnown(txid)) continue;
    const transaction = await node.getTransaction(txid);
    if (transaction) fresh.push(transaction);
  }
  return fresh;
}

interface Context {
  readonly now: Date;
  readonly touched: Touched;
}

async function recordFresh(
  tx: DatabaseTransaction,
  fresh: readonly Transaction[],
  { account, now, touched }: Context & Pick<WatcherDeps, "account">,
): Promise<void> {
  if (fresh.length === 0) return;
  const own = await findAllOwn(tx, fresh, { account, now, touched });
  await recordIncoming(tx, fresh, own, { block: null, now, touched });
}

async function dropGone(
  tx: DatabaseTransaction,
  mempool: ReadonlySet<string>,
  touched: Touched,
): Promise<void> {
  const gone = (await listUnconfirmedTxids(tx)).filter((txid) => !mempool.has(txid));
  if (gone.length === 0) return;
  for (const userId of await markDropped(tx, gone)) touched.deposits.add(userId);
}

async function trackPayments(
  tx: DatabaseTransaction,
  mempool: ReadonlySet<string>,
  { now, touched }: Context,
): Promise<void> {
  const unmined = await listUnminedTxids(tx);
  const [there, gone] = [true, false].map((isThere) =>
    unmined.filter((txid) => mempool.has(txid) === isThere),
  );
  const nextSendAt = new Date(now.getTime() + REBROADCAST_MS);
  const moved = [
    ...(await moveByTxid(tx, there ?? [], steps.enterMempool, { nextSendAt })),
    ...(await moveByTxid(tx, gone ?? [], steps.leaveMempool, { nextSendAt: now })),
  ];
  for (const userId of moved) touched.withdrawals.add(userId);
  const own = await listUnmined(tx);
  const isThere = (txid: string) => mempool.has(txid);
  const ownGone = own.filter((txid) => !isThere(txid));
  await moveSelfTransfers(tx, own.filter(isThere), ownSteps.enterMempool, { nextSendAt });
  await moveSelfTransfers(tx, ownGone, ownSteps.leaveMempool, { nextSendAt: now });
}
