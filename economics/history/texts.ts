/** Outcomes and shares as they are printed, here and on the page: from whole numbers alone. */
import { formatAmount } from "#money";
import { nearest } from "../conversion.ts";

const OUTCOME_DECIMALS = 6;

/** Six decimals. */
export function outcomeText(millionths: bigint): string {
  return formatAmount(millionths, OUTCOME_DECIMALS);
}

/** `0.68`: two decimals, rounded half up from the millionths. */
export function shortOutcomeText(millionths: bigint): string {
  return formatAmount(nearest(millionths, 1n, 10_000n), 2);
}

/** `1.0`: percent of the starting days, one decimal, rounded half up. */
export function shareText(part: number, whole: number): string {
  return formatAmount(nearest(BigInt(part), 1_000n, BigInt(whole)), 1);
}
