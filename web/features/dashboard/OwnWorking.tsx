/** Shows the mining formula with the user's own hash rate, and the resulting earnings per day. */
import { earnedNanosats, formatScaled, hashRateOfThs } from "#economics";
import { BTC_DECIMALS } from "#money";
import { thsFigure } from "../mining/reference/figure-text.ts";
import { groupedText, wholeText } from "../../ui/preferences/number-marks.ts";
import { decimalText } from "../../ui/amounts/number-format.ts";
import { rewardTermsOf, type Mining } from "../mining/reference/reference-terms.ts";
import { dashboardTexts as texts } from "./strings.ts";

const DAY_MS = 86_400_000n;
const NANOSAT_DECIMALS = BTC_DECIMALS + 9;
const SHOWN_DECIMALS = 11;

export function OwnWorking({ mining }: { mining: Mining }) {
  const { reference, hashRateThs } = mining;
  if (Number(hashRateThs) === 0) return <p className="text-sm">{texts.workingNone}</p>;
  const terms = rewardTermsOf(reference);
  const block = groupedText(formatScaled(terms.subsidySats + terms.feesSats, BTC_DECIMALS));
  const day = earnedNanosats(hashRateOfThs(hashRateThs), DAY_MS, terms);
  return (
    <p className="mono text-sm break-words">
      {thsFigure(hashRateThs)} x 10^12 x {wholeText(86_400)} x {block} x (1 -{" "}
      {decimalText(reference.poolFeePercent, 1)} %) / ({decimalText(reference.difficulty, 2)} x
      2^32) = {dayText(day)} BTC {texts.workingDay}
    </p>
  );
}

/** Formats a day's earnings, rounded down like payouts. */
function dayText(nanosats: bigint): string {
  const cut = nanosats / 10n ** BigInt(NANOSAT_DECIMALS - SHOWN_DECIMALS);
  return groupedText(formatScaled(cut, SHOWN_DECIMALS));
}
