/**
 * Runs rounds of the chain watcher. Each round follows the chain and, at the tip, credits deposits,
 * settles payments, reads the mempool, notifies followers of transactions, and compares the ledger
 * with the coins.
 */
import { endWith, type Failed } from "#platform";
import { noteFollowed } from "../chain/chain-table.ts";
import { makeSelfTransfersDue } from "../self-transfers/self-transfer-queues.ts";
import { makeAllDue, SENDER } from "../withdrawals/withdrawal-queues.ts";
import { creditDeposits } from "./credit-deposits.ts";
import { followChain } from "./follow-chain.ts";
import type { WatcherDeps } from "./deps.ts";
import { reconcile } from "./reconcile.ts";
import { settleSelfTransfers } from "./settle-self-transfers.ts";
import { settleWithdrawals } from "./settle-withdrawals.ts";
import { notifyFollowers } from "../watch-list/notify-followers.ts";
import { createMempoolWatch } from "./watch-mempool.ts";

/** Interval at which the watcher records that it follows the chain while no block arrives. */
const FOLLOWED_MS = 10_000;

export interface Watcher {
  round(signal: AbortSignal): Promise<void>;
}

export function createWatcher(deps: WatcherDeps): Watcher {
  const mempool = createMempoolWatch(deps);
  let reconciledAt = "";
  let followedMs = Number.NEGATIVE_INFINITY;
  let hasUndone = false;
  return {
    async round(signal) {
      const tip = await followChain(deps, signal, () => {
        hasUndone = true;
      });
      if (!tip) return;
      if (hasUndone) await afterReorg(deps);
      hasUndone = false;
      const failed: Failed[] = [];
      await creditDeposits({ ...deps, failed }, tip);
      await settleWithdrawals({ ...deps, failed }, tip);
      await settleSelfTransfers({ ...deps, failed }, tip);
      await mempool.look(tip);
      await notifyFollowers({ ...deps, failed }, tip);
      const isNewTip = reconciledAt !== tip.hash;
      if (isNewTip) await reconcile(deps);
      reconciledAt = tip.hash;
      if (isNewTip || performance.now() - followedMs >= FOLLOWED_MS) {
        await noteFollowed(deps.database);
        followedMs = performance.now();
      }
      endWith(failed);
    },
  };
}

/** Makes all unmined payments due again, because the node may have lost them in the reorg. */
async function afterReorg({ database, bus, clock }: WatcherDeps) {
  await makeAllDue(database, clock.now());
  await makeSelfTransfersDue(database, clock.now());
  bus.publish("wake", { worker: SENDER });
}
