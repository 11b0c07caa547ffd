/**
 * Computes the terms of a blind replay: today's mark-up, the replay's own leverage, and no interest
 * difference, because the policy rates of the time would reveal it.
 */
import { BLIND_PAIR, CURRENCIES, type AnnualRates } from "#market";
import type { HeldTerms } from "../feed/desk-deps.ts";
import type { DayTerms } from "../terms/posted-terms.ts";

const RATE_SCALE = 10_000_000;
const NO_INTEREST = Object.fromEntries(CURRENCIES.map((currency) => [currency, 0])) as AnnualRates;

export function blindTerms({ marginRates, markUp }: DayTerms, leverage: number): HeldTerms {
  const raised = [...marginRates];
  raised[BLIND_PAIR.id] = Math.max(BLIND_PAIR.marginRate, Math.floor(RATE_SCALE / leverage));
  return {
    marginRates: raised,
    markUp,
    interest: NO_INTEREST,
    interestSource: "No interest difference in a blind replay.",
  };
}
