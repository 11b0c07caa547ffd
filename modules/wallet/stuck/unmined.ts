/**
 * Reads the wallet's unmined transactions and their unmined ancestors. A block that contains a
 * transaction must also contain its ancestors, so miners consider the fee rate of the whole
 * package.
 */
import { parseTransaction } from "#bitcoin";
import type { Queryable } from "#platform";
import { UNMINED } from "../self-transfers/self-transfer-states.ts";
import {
  findSelfTransfer,
  findSelfTransferByTxid,
  type SelfTransferRow,
} from "../self-transfers/self-transfers-table.ts";
import { listBatch } from "../withdrawals/payment-batches.ts";
import { SENDABLE } from "../withdrawals/withdrawal-states.ts";
import { findWithdrawalsByTxid, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";

export interface Unmined {
  readonly txid: string;
  readonly rawHex: string;
  readonly minerFeeSats: bigint;
  readonly virtualSize: number;
}

/**
 * Maximum length of a chain of unmined transactions that nodes relay (Bitcoin Core's ancestor
 * limit).
 */
const TOGETHER_MAX = 25;

/** Returns the transaction, or undefined if it is mined, unsigned or impossible. */
export async function findUnmined(
  queryable: Queryable,
  txid: string,
): Promise<Unmined | undefined> {
  const payments = await findWithdrawalsByTxid(queryable, [txid]);
  if (payments.length > 0) return ofPayments(payments);
  return ofSelfTransfer(await findSelfTransferByTxid(queryable, txid));
}

/** Returns the unmined transaction whose coins are reserved under this id. */
export async function findUnminedOf(
  queryable: Queryable,
  id: string,
): Promise<Unmined | undefined> {
  const own = await findSelfTransfer(queryable, id);
  return own ? ofSelfTransfer(own) : ofPayments(await listBatch(queryable, id));
}

export function ofPayments(payments: readonly WithdrawalRow[]): Unmined | undefined {
  const first = payments.find(({ rawHex }) => rawHex !== null);
  const areSendable = payments.every(({ state }) => SENDABLE.some((one) => one === state));
  if (!first || !areSendable) return undefined;
  const { txid, rawHex, virtualSize } = first;
  if (txid === null || rawHex === null || virtualSize === null) return undefined;
  const minerFeeSats = payments.reduce((sum, one) => sum + feeOf(one), 0n);
  return { txid, rawHex, minerFeeSats, virtualSize };
}

function feeOf({ id, minerFeeSats }: WithdrawalRow): bigint {
  if (minerFeeSats === null) throw new Error(`${id} has no miner fee`);
  return minerFeeSats;
}

function ofSelfTransfer(row: SelfTransferRow | undefined): Unmined | undefined {
  if (!row || row.rawHex === null || !UNMINED.some((one) => one === row.state)) return undefined;
  const { txid, rawHex, minerFeeSats, virtualSize } = row;
  return { txid, rawHex, minerFeeSats, virtualSize };
}

/** Total fee and size of a transaction and its unmined ancestors. */
export interface PackageFee {
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

/**
 * Returns the totals of the transaction and all of the wallet's unmined transactions that it
 * depends on. Returns undefined if this chain is too long to add a transaction.
 */
export async function packageFee(
  queryable: Queryable,
  top: Unmined,
): Promise<PackageFee | undefined> {
  const ancestors = new Map([[top.txid, top]]);
  for (const { rawHex } of ancestors.values())
    for (const { txid } of parseTransaction(rawHex).inputs) {
      const parent = ancestors.has(txid) ? undefined : await findUnmined(queryable, txid);
      if (parent) ancestors.set(txid, parent);
      if (ancestors.size >= TOGETHER_MAX) return undefined;
    }
  const all = [...ancestors.values()];
  return {
    minerFeeSats: all.reduce((sum, one) => sum + one.minerFeeSats, 0n),
    virtualSize: all.reduce((sum, one) => sum + BigInt(one.virtualSize), 0n),
  };
}
