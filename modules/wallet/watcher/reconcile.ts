/**
 * Books against coins, to the satoshi, at the block the cursor stands on:
 *
 *   -chain = all unspent outputs of ours in the chain, hot and cold, also immature and fresh ones
 *            - income in the chain that is not in the books yet
 *            + payments in the chain that are not out of the books yet (payout and miner fee)
 *            - payments out of the books whose block was undone
 *
 * Of a transaction of the platform itself the miner's fee alone is a payment.
 * Any difference pauses withdrawals until a later reconciliation finds none.
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

/** Writes down what it found, and returns it. */
export async function compareBooks(tx: DatabaseTransaction, now: Date): Promise<bigint> {
  const { height } = await lockCursor(tx);
  const unexplainedSats = await measureDifference(tx);
  await setReconciled(tx, { unexplainedSats, height, now });
  return unexplainedSats;
}

/**
 * Satoshis that the books show beyond what the coins explain; negative when coins are there that
 * the books do not know.
 */
async function measureDifference(tx: DatabaseTransaction): Promise<bigint> {
  const terms = await coinsAndBooks(tx);
  return terms.bookedSats - explainedSats(terms);
}

/** The terms of the comparison; they fit one another only when they are read from one moment. */
export interface CoinsAndBooks {
  /** What the books say is ours on the chain. */
  readonly bookedSats: bigint;
  readonly unspentSats: bigint;
  readonly uncreditedSats: bigint;
  readonly inFlightSats: bigint;
  readonly outOfChainSats: bigint;
}

export async function coinsAndBooks(tx: DatabaseTransaction): Promise<CoinsAndBooks> {
  const payments = await sumInFlight(tx);
  const own = await sumSelfTransfers(tx);
  return {
    bookedSats: -(await accountBalance(tx, outsideAccount("chain"))),
    unspentSats: (await sumUnspent(tx)) + (await sumCold(tx)),
    uncreditedSats: await sumUncredited(tx),
    inFlightSats: payments.inFlightSats + own.inFlightSats,
    outOfChainSats: payments.outOfChainSats + own.outOfChainSats,
  };
}

/** What the coins say is ours, with what the books know already or not yet. */
export function explainedSats(coins: Omit<CoinsAndBooks, "bookedSats">): bigint {
  return coins.unspentSats - coins.uncreditedSats + coins.inFlightSats - coins.outOfChainSats;
}
