/**
 * Marks transactions that are impossible because a mined transaction spent one of their coins, and
 * the wallet's payments that depend on them. None of these can be mined while the block is in the
 * chain.
 */
import type { Transaction } from "#bitcoin";
import type { DatabaseTransaction } from "#platform";
import { listReservers, type CoinRow, type Outpoint } from "../chain/coins-table.ts";
import { findIncomingSpenders, markDepositsReplaced } from "../deposits/deposits-table.ts";
import { listOvertaken } from "../withdrawals/versions-table.ts";
import { steps as ownSteps } from "../self-transfers/self-transfer-states.ts";
import {
  findSelfTransfer,
  listOfPayment,
  moveSelfTransfers,
} from "../self-transfers/self-transfers-table.ts";
import { listBatch } from "../withdrawals/payment-batches.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveByTxid } from "../withdrawals/withdrawals-table.ts";
import type { Touched } from "./deps.ts";

interface Winner {
  readonly txid: string;
  readonly height: number;
}

export interface Spend extends Outpoint {
  /** Id of the mined transaction that caused the conflict. */
  readonly by: string;
}

export function spendsOf(transactions: readonly Transaction[]): Spend[] {
  return transactions
    .filter(({ isCoinbase }) => !isCoinbase)
    .flatMap(({ txid, inputs }) =>
      inputs.map((input) => ({ txid: input.txid, vout: input.outputIndex, by: txid })),
    );
}

/**
 * Marks the conflicts. `ownCoins` are the wallet's coins that the block spends. If the block
 * contains one version of a payment, the payment's other versions are marked as well.
 */
export async function markConflicts(
  tx: DatabaseTransaction,
  spends: readonly Spend[],
  ownCoins: readonly (Pick<CoinRow, "reservedBy"> & { readonly by: string })[],
  context: { readonly height: number; readonly touched: Touched },
): Promise<void> {
  const mined = [...new Set(spends.map(({ by }) => by))];
  for (const { txid, by } of await listOvertaken(tx, mined))
    await markDead(tx, txid, { txid: by, height: context.height }, context.touched);
  for (const { position, txid } of await findIncomingSpenders(tx, spends)) {
    const winner = spends[position]?.by;
    if (winner !== undefined && winner !== txid)
      await markDead(tx, txid, { txid: winner, height: context.height }, context.touched);
  }
  for (const { reservedBy, by } of ownCoins) {
    if (reservedBy === null) continue;
    const winner = { txid: by, height: context.height };
    await lose(tx, reservedBy, winner, context.touched);
  }
}

async function markDead(
  tx: DatabaseTransaction,
  txid: string,
  winner: Winner,
  touched: Touched,
): Promise<void> {
  await markDepositsReplaced(tx, txid, winner);
  for (const id of await listReservers(tx, txid)) await lose(tx, id, winner, touched);
}

/** Marks the self-transfer or withdrawal that reserved the coin. */
async function lose(
  tx: DatabaseTransaction,
  id: string,
  winner: Winner,
  touched: Touched,
): Promise<void> {
  const own = await findSelfTransfer(tx, id);
  if (!own) return loseWithdrawal(tx, id, winner, touched);
  if (own.txid === winner.txid) return;
  const change = { conflictTxid: winner.txid, conflictHeight: winner.height };
  const lost = await moveSelfTransfers(tx, [own.txid], ownSteps.conflict, change);
  if (lost.length > 0) await markDead(tx, own.txid, winner, touched);
}

async function loseWithdrawal(
  tx: DatabaseTransaction,
  id: string,
  winner: Winner,
  touched: Touched,
): Promise<void> {
  const batch = await listBatch(tx, id);
  // After a restore, different transactions may have paid the batch's withdrawals.
  for (const txid of new Set(batch.map((payment) => payment.txid))) {
    if (txid === null || txid === winner.txid) continue;
    const change = { conflictTxid: winner.txid, conflictHeight: winner.height };
    const userIds = await moveByTxid(tx, [txid], steps.conflict, change);
    if (userIds.length === 0) continue;
    for (const userId of userIds) touched.withdrawals.add(userId);
    await markDead(tx, txid, winner, touched);
  }
  // Abandonments spend the payment's coins, so they are impossible as well.
  for (const { id: own, kind } of await listOfPayment(tx, id))
    if (kind === "abandonment") await lose(tx, own, winner, touched);
}
