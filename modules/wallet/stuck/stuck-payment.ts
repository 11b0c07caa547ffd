/** Loads an unmined payment with its CPFP transactions and abandonments. */
import { parseTransaction } from "#bitcoin";
import type { Queryable } from "#platform";
import { findAddresses } from "../chain/addresses-table.ts";
import { findCoins, listReservers, type CoinRow } from "../chain/coins-table.ts";
import {
  isGivingUp,
  listOfPayment,
  type SelfTransferRow,
} from "../self-transfers/self-transfers-table.ts";
import { isFeeBumpRequested } from "../withdrawals/fee-bumps-table.ts";
import { listBatch } from "../withdrawals/payment-batches.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { findUnminedOf, ofPayments, type Unmined } from "./unmined.ts";

export interface StuckPayment {
  /**
   * All withdrawals of the batch. The first withdrawal's row stores the coins and the signed bytes.
   */
  readonly batch: readonly [WithdrawalRow, ...WithdrawalRow[]];
  readonly transaction: Unmined;
  /** The payment's CPFP transactions and abandonments, oldest first. */
  readonly attempts: readonly SelfTransferRow[];
  /** True if an action was requested but is not signed yet. */
  readonly isUnderWay: boolean;
  readonly isGivenUp: boolean;
}

/**
 * Returns the payment, or undefined if it is unsigned, mined or impossible, or if the ledger no
 * longer holds its money.
 */
export async function stuckPayment(
  queryable: Queryable,
  withdrawal: WithdrawalRow,
): Promise<StuckPayment | undefined> {
  const [first, ...others] = await listBatch(queryable, withdrawal.paidWith ?? withdrawal.id);
  if (!first) return undefined;
  const batch = [first, ...others] as const;
  const transaction = ofPayments(batch);
  if (!transaction || batch.some(({ book }) => book !== "set-aside")) return undefined;
  const attempts = await listOfPayment(queryable, first.id);
  return {
    batch,
    transaction,
    attempts,
    isUnderWay:
      attempts.some(({ state }) => state === "chosen") ||
      (await isFeeBumpRequested(queryable, batch)),
    isGivenUp: attempts.some(isGivingUp),
  };
}

/**
 * Maximum length of a chain of CPFP transactions. Low, because each must pay for all of its
 * ancestors.
 */
const CHILDREN_MAX = 5;

export interface Branch {
  readonly transaction: Unmined;
  /** The transaction's largest output that belongs to the wallet and is not reserved. */
  readonly change: CoinRow;
}

/**
 * Finds the transaction whose change the next CPFP transaction can spend. This is the last CPFP
 * transaction or, if the payment has no free change, a later transaction that spent the payment's
 * change.
 */
export async function findBranch(
  queryable: Queryable,
  payment: Pick<StuckPayment, "transaction" | "attempts">,
): Promise<Branch | undefined> {
  const cpfps = new Set(
    payment.attempts.filter(({ kind }) => kind === "child").map(({ txid }) => txid),
  );
  let top = payment.transaction;
  for (let depth = 0; depth < CHILDREN_MAX; depth += 1) {
    const builders = await buildersOf(queryable, top.txid);
    const cpfp = builders.find(({ txid }) => cpfps.has(txid));
    const change = cpfp ? undefined : await freeChange(queryable, top);
    if (change) return { transaction: top, change };
    const next = cpfp ?? builders[0];
    if (!next) return undefined;
    top = next;
  }
  return undefined;
}

/**
 * Returns the wallet's signed, unmined transactions that spend an output of the given transaction.
 */
export async function buildersOf(queryable: Queryable, txid: string): Promise<Unmined[]> {
  const builders: Unmined[] = [];
  for (const id of await listReservers(queryable, txid)) {
    const builder = await findUnminedOf(queryable, id);
    if (builder) builders.push(builder);
  }
  return builders;
}

async function freeChange(queryable: Queryable, { txid, rawHex }: Unmined) {
  const { outputs } = parseTransaction(rawHex);
  const scripts = outputs.map(({ scriptHex }) => scriptHex);
  const addresses = await findAddresses(queryable, scripts);
  const own = outputs.flatMap(({ index: vout, scriptHex, amountSats }) => {
    const address = addresses.get(scriptHex);
    if (address?.purpose !== "change") return [];
    const { branch, index } = address;
    return { txid, vout, scriptHex, amountSats, branch, index, ...UNMINED_CHANGE };
  });
  const recorded = await findCoins(queryable, own);
  const unusable = new Set(recorded.filter(isTaken).map(({ vout }) => vout));
  return own
    .filter(({ vout }) => !unusable.has(vout))
    .reduce<CoinRow | undefined>(
      (most, one) => (most && most.amountSats >= one.amountSats ? most : one),
      undefined,
    );
}

const UNMINED_CHANGE = {
  isCoinbase: false,
  isChange: true,
  height: null,
  spentTxid: null,
  reservedBy: null,
} as const;

function isTaken({ reservedBy, spentTxid }: CoinRow): boolean {
  return reservedBy !== null || spentTxid !== null;
}
