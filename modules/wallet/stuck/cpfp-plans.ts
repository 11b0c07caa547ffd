/** Calculates the cost of a CPFP transaction for an unmined payment at a given fee rate. */
import type { Queryable } from "#platform";
import { listExtraCoins } from "../fee-bumps/bumped-payment.ts";
import type { Cursor } from "../chain/chain-table.ts";
import type { CoinRow } from "../chain/coins-table.ts";
import { planCpfp, type StuckPlan } from "./plan-stuck.ts";
import { findBranch, type StuckPayment } from "./stuck-payment.ts";
import { packageFee } from "./unmined.ts";

export interface CpfpPlans {
  /** Id of the transaction whose change the CPFP transaction spends. */
  readonly parentTxid: string;
  readonly change: CoinRow;
  /** Combined fee rate of all unmined ancestors, in sat/vB. */
  readonly presentRate: number;
  /**
   * Returns the plan, or undefined if the fee at this rate would exceed the maximum miner's fee.
   */
  at(feeRateSatsPerVb: number): StuckPlan<CoinRow> | undefined;
}

/**
 * Returns the plans, or undefined if no CPFP transaction is possible because the payment was not
 * sent, none of its change is free, or it has too many unmined ancestors.
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
