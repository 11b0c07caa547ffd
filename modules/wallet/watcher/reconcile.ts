/**
 * Reconciles the ledger with the coins to the satoshi at the cursor's block:
 *   -chain = all unspent wallet outputs in the chain, hot and cold, including immature and new ones
 *            - income in the chain that is not in the ledger yet
 *            + payments in the chain that are still in the ledger (payout and miner's fee)
 *            - payments that left the ledger and whose block was undone
 * For a self-transfer, only the miner's fee is a payment. Any difference pauses withdrawals until a
 * later comparison finds none.
 */
import { accountBalance, outsideAccount } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { lockCursor, setReconciled } from "../chain/chain-table.ts";
import { sumUnspent } from "../chain/coins-table.ts";
import { sumCold } from "../cold/cold-coins-table.ts";
import { sumUncredited } from "../deposits/deposits-table.ts";
import { sumSelfTransfers } from "../self-transfers/self-transfers-table.ts";
import { sumInFlight } from "../withdrawals/withdrawal-figures.ts";
import type { WatcherDeps } from "./deps.ts";

export async function reconcile({ database, clock, log }: WatcherDeps): Promise<void> {
  const unexplainedSats = await database.transaction((tx) => compareBooks(tx, clock.now()));
  if (unexplainedSats !== 0n) log.error({ unexplainedSats }, "books and coins differ");
}

/** Compares the ledger with the coins. Stores and returns the difference. */
export async function compareBooks(tx: DatabaseTransaction, now: Date): Promise<bigint> {
  const { height, unexplainedSats: before } = await lockCursor(tx);
  const unexplainedSats = await measureDifference(tx);
  await setReconciled(tx, { unexplainedSats, height, now }, before);
  return unexplainedSats;
}

/**
 * Returns the ledger total minus the total explained by the coins. Negative if there are more coins
 * than the ledger shows.
 */
async function measureDifference(tx: DatabaseTransaction): Promise<bigint> {
  const terms = await coinsAndBooks(tx);
  return terms.bookedSats - explainedSats(terms);
}

/** Terms of the comparison, which must all be read at the same moment. */
export interface CoinsAndBooks {
  /** The wallet's on-chain total according to the ledger. */
  readonly bookedSats: bigint;
  /** Unspent outputs of the node's wallet. */
  readonly hotSats: bigint;
  /** Unspent outputs of the cold wallet. */
  readonly coldSats: bigint;
  readonly uncreditedSats: bigint;
  readonly inFlightSats: bigint;
  readonly outOfChainSats: bigint;
}

export async function coinsAndBooks(tx: DatabaseTransaction): Promise<CoinsAndBooks> {
  const payments = await sumInFlight(tx);
  const own = await sumSelfTransfers(tx);
  return {
    bookedSats: -(await accountBalance(tx, outsideAccount("chain"))),
    hotSats: await sumUnspent(tx),
    coldSats: await sumCold(tx),
    uncreditedSats: await sumUncredited(tx),
    inFlightSats: payments.inFlightSats + own.inFlightSats,
    outOfChainSats: payments.outOfChainSats + own.outOfChainSats,
  };
}

/**
 * Returns the wallet's total according to the coins, adjusted for amounts that the ledger records
 * earlier or later than the chain does.
 */
export function explainedSats(coins: Omit<CoinsAndBooks, "bookedSats">): bigint {
  const { hotSats, coldSats, uncreditedSats, inFlightSats, outOfChainSats } = coins;
  return hotSats + coldSats - uncreditedSats + inFlightSats - outOfChainSats;
}
