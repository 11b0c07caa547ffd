/** Records incoming payments in a block or in the mempool, without changing the ledger. */
import type { Transaction } from "#bitcoin";
import { newId, type DatabaseTransaction } from "#platform";
import { findAddresses } from "../chain/addresses-table.ts";
import { findColdAddresses } from "../cold/cold-addresses-table.ts";
import { adoptColdReturns } from "../cold/import-return.ts";
import { senderScriptOf } from "../deposits/sender-script.ts";
import { putDeposit, putIncomingInputs } from "../deposits/deposits-table.ts";
import { adoptUnrecorded } from "./adopt-unrecorded.ts";
import { listKnownTxids } from "../self-transfers/self-transfers-table.ts";
import { findUnrecorded } from "./unrecorded-table.ts";
import { findWithdrawalsByTxid, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { findByOtherVersion } from "../withdrawals/versions-table.ts";
import { ownOutputs, scriptsOf, type OwnOutput } from "./own-outputs.ts";
import type { Touched, WatcherDeps } from "./deps.ts";

export interface OwnInTransactions {
  readonly outputs: readonly OwnOutput[];
  /** Outputs to the cold wallet. */
  readonly cold: readonly OwnOutput[];
  /** The platform's payments among the transactions. */
  readonly payments: readonly WithdrawalRow[];
  /** Txids of the self-transfers among the transactions. */
  readonly selfTransfers: readonly string[];
}

async function findOwn(
  tx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<OwnInTransactions> {
  const txids = transactions.map(({ txid }) => txid);
  const payments = [
    ...(await findWithdrawalsByTxid(tx, txids)),
    ...(await findByOtherVersion(tx, txids)),
  ];
  const addresses = await findAddresses(tx, scriptsOf(transactions));
  const selfTransfers = await listKnownTxids(tx, txids);
  const unrecorded = (await findUnrecorded(tx, txids)).map(({ txid }) => txid);
  const others = [...selfTransfers, ...unrecorded];
  const coldAddresses = await findColdAddresses(tx, scriptsOf(transactions));
  return {
    outputs: ownOutputs(transactions, addresses, payments, others),
    // A withdrawal to a cold address was paid out according to the ledger, so the output is new
    // income of the treasury.
    cold: ownOutputs(transactions, coldAddresses, [], others),
    payments,
    selfTransfers,
  };
}

/**
 * Finds the wallet's inputs and outputs in the transactions. Adopts payments that are missing from
 * this database.
 */
export async function findAllOwn(
  tx: DatabaseTransaction,
  transactions: readonly Transaction[],
  context: Pick<WatcherDeps, "account"> & { readonly now: Date; readonly touched: Touched },
): Promise<OwnInTransactions> {
  const { account, now, touched } = context;
  await adoptColdReturns(tx, transactions, now);
  for (;;) {
    const ownership = await findOwn(tx, transactions);
    const { withdrawals } = touched;
    if (!(await adoptUnrecorded(tx, transactions, ownership, { account, now, withdrawals })))
      return ownership;
  }
}

/** Records the incoming payments. `block` is null for transactions in the mempool. */
export async function recordIncoming(
  tx: DatabaseTransaction,
  transactions: readonly Transaction[],
  ownership: OwnInTransactions,
  context: {
    readonly block: { readonly height: number; readonly hash: string } | null;
    readonly now: Date;
    readonly touched: Touched;
  },
): Promise<void> {
  const income = [...ownership.outputs, ...ownership.cold].filter(({ isChange }) => !isChange);
  const senders = new Map(transactions.map((one) => [one.txid, one]));
  for (const output of income) {
    const paying = senders.get(output.txid);
    const senderScriptHex = (paying && senderScriptOf(paying)) ?? null;
    const deposit = { ...output, senderScriptHex, id: newId("dep", context.now) };
    const isNew = await putDeposit(tx, deposit, context.block, context.now);
    const { userId, txid, amountSats, isCoinbase } = output;
    if (userId === null) continue;
    context.touched.deposits.add(userId);
    if (isNew) context.touched.firstSeen.push({ userId, txid, amountSats, isCoinbase });
  }
  const incoming = new Set(income.map(({ txid }) => txid));
  for (const { txid, isCoinbase, inputs } of transactions) {
    if (isCoinbase || !incoming.has(txid)) continue;
    const spent = inputs.map((input) => ({ txid: input.txid, vout: input.outputIndex }));
    await putIncomingInputs(tx, txid, spent);
  }
}
