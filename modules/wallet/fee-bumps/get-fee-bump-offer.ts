/** Computes the current cost of a fee bump, for the owner or for an administrator. */
import type { Database } from "#platform";
import { readCursor } from "../chain/chain-table.ts";
import { refuse } from "../terms/refusals.ts";
import { isFeeBumpRequested } from "../withdrawals/fee-bumps-table.ts";
import { listBatch } from "../withdrawals/payment-batches.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { bumpedPayment, planAt } from "./bumped-payment.ts";

/** Fee rates in sat/vB. Only rates above the payment's current rate are offered. */
export const RATES = [2, 3, 5, 10, 20, 50, 100, 200, 500];
export const CHOICES_MAX = 5;

/** Returns the offer. `userId` is the owner. Throws the refusal `withdrawal_not_found`. */
export async function getFeeBumpOffer(
  { database }: { readonly database: Database },
  { withdrawalId, userId }: { readonly withdrawalId: string; readonly userId?: string },
) {
  const withdrawal = await findWithdrawal(database, withdrawalId);
  const isTheirs = userId === undefined || withdrawal?.userId === userId;
  if (withdrawal?.purpose !== "user" || !isTheirs) throw refuse.withdrawal_not_found();
  const batch = await listBatch(database, withdrawal.paidWith ?? withdrawalId);
  const paysCount = batch.length;
  const isUnderWay = await isFeeBumpRequested(database, batch);
  const payment = isUnderWay ? undefined : await bumpedPayment(database, withdrawal);
  const cursor = await readCursor(database);
  if (!payment || !cursor)
    return { isUnderWay, paysCount, minerFeeSats: withdrawal.minerFeeSats, choices: [] };
  const { minerFeeSats } = payment.bumped;
  const present = Number(minerFeeSats) / payment.virtualSize;
  const choices = [];
  for (const feeRateSatsPerVb of RATES.filter((rate) => rate > present)) {
    const plan = await planAt(database, payment, { cursor, feeRateSatsPerVb });
    if (!plan || choices.length === CHOICES_MAX) break;
    const costSats = plan.minerFeeSats - minerFeeSats;
    choices.push({ feeRateSatsPerVb, minerFeeSats: plan.minerFeeSats, costSats });
  }
  return { isUnderWay, paysCount, minerFeeSats, choices };
}
