/**
 * Returns the actions that are currently possible for an unmined payment, and what they cost the
 * platform.
 */
import type { Database } from "#platform";
import { CHOICES_MAX, RATES } from "../fee-bumps/get-fee-bump-offer.ts";
import { readCursor } from "../chain/chain-table.ts";
import { refuse } from "../terms/refusals.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { abandonmentPlans } from "./abandonment-plans.ts";
import { cpfpPlans } from "./cpfp-plans.ts";
import { stuckPayment } from "./stuck-payment.ts";

interface Choice {
  readonly feeRateSatsPerVb: number;
  readonly costSats: bigint;
}

interface Plans {
  readonly presentRate: number;
  at(rate: number): { readonly minerFeeSats: bigint } | undefined;
}

export interface StuckOffer {
  /** True if an action was requested but is not signed yet. */
  readonly isUnderWay: boolean;
  readonly isGivenUp: boolean;
  /** Number of withdrawals or grants that the transaction pays. */
  readonly paysCount: number;
  /** Offered CPFP transactions; empty if none is possible now. */
  readonly child: Choice[];
  readonly giveUp: Choice[];
}

/** Returns the offer. Throws the refusal `withdrawal_not_found`. */
export async function getStuckOffer(
  { database }: { readonly database: Database },
  { withdrawalId }: { readonly withdrawalId: string },
): Promise<StuckOffer> {
  const withdrawal = await findWithdrawal(database, withdrawalId);
  if (!withdrawal) throw refuse.withdrawal_not_found();
  const payment = await stuckPayment(database, withdrawal);
  const cursor = await readCursor(database);
  if (!payment || !cursor)
    return { isUnderWay: false, isGivenUp: false, paysCount: 0, child: [], giveUp: [] };
  const { isUnderWay, isGivenUp, batch } = payment;
  const cpfp = isUnderWay || isGivenUp ? undefined : await cpfpPlans(database, payment, cursor);
  const giveUp = isUnderWay ? undefined : await abandonmentPlans(database, payment);
  return {
    isUnderWay,
    isGivenUp,
    paysCount: batch.length,
    child: choicesOf(cpfp),
    giveUp: choicesOf(giveUp),
  };
}

function choicesOf(plans: Plans | undefined): Choice[] {
  if (!plans) return [];
  const choices: Choice[] = [];
  for (const feeRateSatsPerVb of RATES.filter((rate) => rate > plans.presentRate)) {
    const plan = plans.at(feeRateSatsPerVb);
    if (!plan || choices.length === CHOICES_MAX) break;
    choices.push({ feeRateSatsPerVb, costSats: plan.minerFeeSats });
  }
  return choices;
}
