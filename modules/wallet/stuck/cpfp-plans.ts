/**
 * What a CPFP transaction would cost for a payment that waits for a block, by the rate that is
 * wanted.
 */
import type { Queryable } from "#platform";
import { listExtraCoins } from "../fee-bumps/bumped-payment.ts";
import type { Cursor } from "../chain/chain-table.ts";
import type { CoinRow } from "../chain/coins-table.ts";
import { planCpfp, type StuckPlan } from "./plan-stuck.ts";
import { findBranch, type StuckPayment } from "./stuck-payment.ts";
import { packageFee } from "./unmined.ts";

export interface CpfpPlans {
  /** What is built on. */
  readonly parentTxid: string;
  readonly change: CoinRow;
  /** Satoshis for each virtual byte, of all that come in with it. */
  readonly presentRate: number;
  /** Undefined when that rate would cost more than a miner ever gets. */
  at(feeRateSatsPerVb: number): StuckPlan<CoinRow> | undefined;
}

/**
 * Undefined when nothing can be built on it: it was not sent, no change of it is left, or too much
 * is built on it already.
 */
export async function cpfpPlans(
  queryable: Queryable,
  payment: StuckPayment,
  tip: Cursor,
): Promise<CpfpPlans | undefined> {
  const { batch } = payment;
  if (batch.some(({ state }) => state === "signed")) return undefined;
  const branch = await findBranch(queryable, payment);
  const parents = branch && (await packageFee(queryable, branch.transaction));
  if (!parents) return undefined;
  const { change, transaction } = branch;
  const spare = await listExtraCoins(queryable, tip);
  return {
    parentTxid: transaction.txid,
    change,
    presentRate: Number(parents.minerFeeSats) / Number(parents.virtualSize),
    at: (feeRateSatsPerVb) =>
      planCpfp(parents, { change, spare, paysCount: batch.length, feeRateSatsPerVb }),
  };
}
