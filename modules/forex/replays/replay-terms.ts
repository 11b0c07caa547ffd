/**
 * Computes a replay's terms: today's mark-up and margin rates at the replay's own leverage, and the
 * interest of the replayed day.
 */
import { policyRatesOn, settlementDays } from "#market";
import type { HeldTerms } from "../feed/desk-deps.ts";
import type { DayTerms } from "../terms/posted-terms.ts";

const RATE_SCALE = 10_000_000;

/** Returns the terms of each New York day. A pair's own margin rate is the minimum. */
export function replayTerms(
  { marginRates, markUp }: DayTerms,
  leverage: number,
): (day: number) => HeldTerms {
  const rate = Math.floor(RATE_SCALE / leverage);
  const raised = marginRates.map((posted) => Math.max(posted, rate));
  return (day) => {
    const { rates, month } = policyRatesOn(day);
    return {
      marginRates: raised,
      markUp,
      interest: rates,
      interestSource: `Policy rates at the end of ${month}, BIS.`,
      daysOf: settlementDays,
    };
  };
}
