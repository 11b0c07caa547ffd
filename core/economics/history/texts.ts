/** Formats outcomes and shares for the API and the pages. Uses whole numbers only. */
import { formatAmount } from "#money";
import { nearest } from "../conversion.ts";

const OUTCOME_DECIMALS = 6;

/** Formats an outcome with six decimals. */
export function outcomeText(millionths: bigint): string {
  return formatAmount(millionths, OUTCOME_DECIMALS);
}

/** Formats an outcome with two decimals, such as `0.68`, rounded half up from the millionths. */
export function shortOutcomeText(millionths: bigint): string {
  return formatAmount(nearest(millionths, 1n, 10_000n), 2);
}

/**
 * Formats a share of the starting days as a percentage with one decimal, such as `1.0`, rounded
 * half up. Near 0 and 100 the text has two decimals, and it is 0 or 100 only if that is exact.
 */
export function shareText(part: number, whole: number): string {
  const hundredths = nearest(BigInt(part), 10_000n, BigInt(whole));
  if (part > 0 && hundredths < 10n) return formatAmount(hundredths > 0n ? hundredths : 1n, 2);
  const isNearAll = part < whole && hundredths > 9_990n;
  if (isNearAll) return formatAmount(hundredths < 10_000n ? hundredths : 9_999n, 2);
  return formatAmount(nearest(BigInt(part), 1_000n, BigInt(whole)), 1);
}
