/** Saves a simulated payout with the current rate, and holds its money. */
import { mulDiv, parseAmount, USD_DECIMALS } from "#money";
import { postAtCommit } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import type { SimulatedMethod } from "#api/payout-accounts";
import { payoutHoldLegs } from "../books/payout-legs.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import { nextAt } from "./payout-states.ts";
import { insertPayout, type PayoutRow } from "./payouts-table.ts";

export interface PayoutPlan {
  readonly id: string;
  readonly userId: string;
  readonly method: SimulatedMethod;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly rateUsdPerBtc: string;
  readonly approvalsRequired: number;
  readonly daySats: bigint;
  readonly now: Date;
}

/** Opens a payout. The commit throws a LedgerRefusal if the balance is too low. */
export async function openPayout(tx: DatabaseTransaction, plan: PayoutPlan): Promise<PayoutRow> {
  const { now, ...payout } = plan;
  const isReviewed = plan.approvalsRequired > 0;
  const row = await insertPayout(tx, {
    ...payout,
    paidCents: paidCentsOf(payoutSatsOf(plan), plan.rateUsdPerBtc),
    state: isReviewed ? "in_review" : "requested",
    requestedAt: now,
    nextAt: isReviewed ? null : nextAt(now, "requested"),
  });
  failpoint("wallet.payout.requesting");
  postAtCommit(tx, [payoutHoldLegs(row)]);
  return row;
}

/**
 * Converts satoshis to US cents, rounded down. The rate is decimal text such as "60000" or
 * "60000.00".
 */
function paidCentsOf(sats: bigint, rateUsdPerBtc: string): bigint {
  const [whole = "", fraction = ""] = rateUsdPerBtc.split(".");
  const text = fraction === "" ? whole : `${whole}.${fraction.slice(0, USD_DECIMALS)}`;
  const centsPerBtc = parseAmount(text, USD_DECIMALS);
  if (centsPerBtc === undefined) throw new Error("the reference rate is not a decimal number");
  return mulDiv(sats, centsPerBtc, 100_000_000n, "down");
}
