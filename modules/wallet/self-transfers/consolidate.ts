/**
 * Consolidates small coins while fees are low, so that later payments need fewer coins. Only one
 * consolidation is open at a time. This file chooses its coins, and the sender signs it. Slow work
 * runs outside the locks, one coin at a time, so that other processes are not blocked.
 */
import type { BitcoinNode } from "#bitcoin";
import { LedgerRefusal } from "#ledger";
import { failpoint, type Bus, type Clock, type Database, type Log } from "#platform";
import type { Treasury } from "#treasury";
import type { Account } from "../chain/account.ts";
import { nextChangeIndex } from "../chain/addresses-table.ts";
import { COIN_AGES, pauseReasonOf } from "../chain/chain-rules.ts";
import { lockCursor } from "../chain/chain-table.ts";
import { listSmall, reserveAll } from "../chain/coins-table.ts";
import { currentFeeRate } from "../terms/fees.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import { chooseSelfTransfer, unsignedTransfer } from "./choose-self-transfer.ts";
import { consolidationStatus } from "./consolidation-status.ts";
import { CONSOLIDATED_COINS_MAX, planConsolidation } from "./plan-consolidation.ts";
import { isConsolidating } from "./self-transfers-table.ts";

export interface ConsolidationDeps {
  readonly database: Database;
  readonly node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">;
  readonly account: Account;
  readonly treasury: Treasury;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

const ages = COIN_AGES.settled;

/**
 * Starts a consolidation. Returns the new transaction's id, or undefined if there is nothing to
 * consolidate now.
 */
export async function consolidate(deps: ConsolidationDeps): Promise<string | undefined> {
  const { database, node, account, bus, log } = deps;
  const { ready, count } = await consolidationStatus(database, await currentFeeRate(node));
  if (!ready) return undefined;
  const { tip, small, rateSatsPerKvb } = ready;
  const coins = await listSmall(
    database,
    { tip, ages },
    { ...small, limit: CONSOLIDATED_COINS_MAX },
  );
  const plan = planConsolidation(coins, { count, feeRateSatsPerKvb: rateSatsPerKvb });
  if (!plan) return undefined;
  const index = await nextChangeIndex(database);
  const unsigned = await unsignedTransfer(account, plan, index);
  failpoint("wallet.self-transfer-planned");
  const now = deps.clock.now();
  const id = await database
    .transaction(async (tx) => {
      const cursor = await lockCursor(tx);
      if (pauseReasonOf(cursor) !== undefined || (await isConsolidating(tx))) return undefined;
      return chooseSelfTransfer(tx, deps, {
        plan,
        unsigned,
        now,
        reserve: (reservedBy) =>
          reserveAll(tx, { tip: cursor, ages }, { coins: plan.coins, reservedBy }),
      });
    })
    .catch((error: unknown) => {
      if (error instanceof LedgerRefusal && error.has("insufficient")) return undefined;
      throw error;
    });
  failpoint("wallet.self-transfer-chosen");
  if (id === undefined) return undefined;
  log.info({ id, coins: plan.coins.length }, "consolidating small coins");
  bus.publish("wake", { worker: SENDER });
  return id;
}
