/**
 * Adopts a transaction that spends the wallet's coins but is missing from this database. Only the
 * wallet's signer can have signed it, so the database is older than the chain, for example after a
 * restore. The transaction is recorded as the payment of the withdrawals that match its outputs.
 * Payments are then locked until an administrator has compared the ledger with the chain.
 */
import { formatAddress, rawTransaction, type Transaction } from "#bitcoin";
import type { DatabaseTransaction } from "#platform";
import { approvalHashOf } from "../approvals/approval-rules.ts";
import { CHANGE, type Account } from "../chain/account.ts";
import { findAddresses, type AddressRow } from "../chain/addresses-table.ts";
import { findCoins, releaseCoins, reserveCoin } from "../chain/coins-table.ts";
import { findColdAddresses } from "../cold/cold-addresses-table.ts";
import { findColdCoins } from "../cold/cold-coins-table.ts";
import { spendsOf } from "./mark-conflicts.ts";
import { scriptsOf, type OwnOutput } from "./own-outputs.ts";
import { sharesOf } from "../withdrawals/payment-batches.ts";
import { adoptSelfTransfer } from "../self-transfers/adopt-self-transfer.ts";
import { releaseReserved } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { lockPayments } from "../chain/payments-lock.ts";
import { findUnrecorded, insertUnrecorded, lockUnpaid } from "./unrecorded-table.ts";
import { watchAhead } from "../chain/watch-ahead.ts";

const REASON =
  "The chain contains a payment with the platform's coins that these books do not know. The database is older than the chain, as after a restore.";

interface OwnOutputs {
  readonly outputs: readonly OwnOutput[];
  readonly cold: readonly OwnOutput[];
  readonly payments: readonly WithdrawalRow[];
  readonly selfTransfers: readonly string[];
}

interface Context {
  readonly account: Account;
  readonly now: Date;
  /** Collects the users whose withdrawals changed. */
  readonly withdrawals: Set<string>;
}

/**
 * Adopts missing transactions. `own` contains the inputs and outputs that the database attributes
 * to the wallet. Returns true if a transaction was missing; the caller must then compute `own`
 * again.
 */
export async function adoptUnrecorded(
  tx: DatabaseTransaction,
  transactions: readonly Transaction[],
  own: OwnOutputs,
  context: Context,
): Promise<boolean> {
  const coins = new Map<string, bigint>();
  for (const { txid, vout, amountSats } of [
    ...(await findCoins(tx, spendsOf(transactions))),
    ...(await findColdCoins(tx, spendsOf(transactions))),
    ...own.outputs,
    ...own.cold,
  ])
    coins.set(`${txid}:${vout}`, amountSats);
  if (coins.size === 0) return false;
  const paid = new Set([...own.payments.map(({ txid }) => txid), ...own.selfTransfers]);
  const strange = transactions.filter(
    ({ txid, inputs }) => !paid.has(txid) && inputs.some((input) => coins.has(outpointOf(input))),
  );
  if (strange.length === 0) return false;
  const unrecorded = await findUnrecorded(
    tx,
    strange.map(({ txid }) => txid),
  );
  if (unrecorded.some(({ isBooked }) => !isBooked)) await lockPayments(tx, { reason: REASON });
  const fresh = strange.filter(({ txid }) => !unrecorded.some((one) => one.txid === txid));
  for (const transaction of fresh) await adopt(tx, transaction, coins, context);
  return fresh.length > 0;
}

async function adopt(
  tx: DatabaseTransaction,
  transaction: Transaction,
  coins: ReadonlyMap<string, bigint>,
  context: Context,
): Promise<void> {
  const { account, now } = context;
  const { txid, inputs, outputs } = transaction;
  await lockPayments(tx, { reason: REASON });
  await releaseReserved(tx);
  if (await adoptSelfTransfer(tx, transaction, now)) return;
  const change = await findChange(tx, transaction, context);
  const own = inputs.flatMap((input) => coins.get(outpointOf(input)) ?? []);
  const spentSats = sum(own);
  const feeSats = own.length === inputs.length ? spentSats - sum(outputs.map(amountOf)) : 0n;
  const others = outputs.filter(({ scriptHex }) => !change.has(scriptHex));
  const spent = spendsOf([transaction]);
  const paid: Paid[] = [];
  const unexplained: Output[] = [];
  for (const output of others) {
    // The first withdrawal determines the kind, because users' withdrawals and grants never share a
    // transaction.
    const [first] = paid;
    const purposes = first ? [first.withdrawal.purpose] : (["user", "faucet"] as const);
    const except = paid.map(({ withdrawal: { id } }) => id);
    const withdrawal = await lockUnpaid(tx, { ...output, purposes, except, spent });
    if (withdrawal) paid.push({ withdrawal, output });
    else unexplained.push(output);
  }
  await take(tx, transaction, paid, { feeSats, now });
  for (const { withdrawal } of paid) context.withdrawals.add(withdrawal.userId);
  const changeSats = sum(outputs.filter((output) => !others.includes(output)).map(amountOf));
  const payoutSats = sum(others.filter((output) => !unexplained.includes(output)).map(amountOf));
  const explainedSats = changeSats + payoutSats + (paid.length > 0 ? feeSats : 0n);
  await insertUnrecorded(tx, {
    txid,
    foundAt: now,
    unexplainedSats: spentSats > explainedSats ? spentSats - explainedSats : 0n,
    addresses: unexplained.map(
      ({ scriptHex }) => formatAddress(account.network, scriptHex) ?? scriptHex,
    ),
  });
}

/**
 * Returns the outputs that still belong to the platform: change, even to addresses that are not
 * issued yet, and outputs to the cold wallet.
 */
async function findChange(
  tx: DatabaseTransaction,
  transaction: Transaction,
  { account, now }: Context,
): Promise<ReadonlySet<string>> {
  await watchAhead(tx, account, { usedIndex: -1, now });
  const addresses = await findAddresses(tx, scriptsOf([transaction]));
  const change = [...addresses.values()].filter(isChange);
  const usedIndex = Math.max(-1, ...change.map(({ index }) => index));
  await watchAhead(tx, account, { usedIndex, now });
  const cold = await findColdAddresses(tx, scriptsOf([transaction]));
  return new Set([...change.map(({ scriptHex }) => scriptHex), ...cold.keys()]);
}

type Output = Transaction["outputs"][number];

interface Paid {
  readonly withdrawal: WithdrawalRow;
  readonly output: Output;
}

/** Marks the withdrawals as paid by the transaction. */
async function take(
  tx: DatabaseTransaction,
  transaction: Transaction,
  paid: readonly Paid[],
  { feeSats, now }: { readonly feeSats: bigint; readonly now: Date },
): Promise<void> {
  const [first] = paid;
  if (!first) return;
  const shares = sharesOf(feeSats, paid.length);
  const sent = {
    rawHex: rawTransaction(transaction),
    virtualSize: transaction.virtualSizeBytes,
    nextSendAt: now,
  };
  for (const [place, { withdrawal, output }] of paid.entries()) {
    const { id } = withdrawal;
    await releaseCoins(tx, id);
    const isMoved = await moveWithdrawal(tx, id, steps.adopt, {
      approvalHash: approvalHashOf(withdrawal),
      txid: transaction.txid,
      outputIndex: output.index,
      minerFeeSats: shares[place] ?? 0n,
      signedAt: now,
      foundAt: now,
      psbt: null,
      waitingReason: null,
      ...(place === 0
        ? { ...sent, paidWith: null }
        : { rawHex: null, paidWith: first.withdrawal.id }),
    });
    if (!isMoved) throw new Error(`${id} changed state while it was locked`);
  }
  for (const { txid, outputIndex } of transaction.inputs)
    await reserveCoin(tx, { txid, vout: outputIndex }, first.withdrawal.id);
}

const isChange = ({ branch }: AddressRow): boolean => branch === CHANGE;
const amountOf = ({ amountSats }: { readonly amountSats: bigint }): bigint => amountSats;
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

function outpointOf(input: Transaction["inputs"][number]): string {
  return `${input.txid}:${input.outputIndex}`;
}
