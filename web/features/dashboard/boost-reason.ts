/** Returns the reason why a boost cannot be bought now, or undefined if it can be bought. */
import type { Mining } from "../mining/reference/reference-terms.ts";
import { minuteText, zoneName } from "../../ui/time/time-text.ts";
import { dashboardTexts as texts } from "./strings.ts";

export function boostReason(
  mining: Pick<Mining, "baseThs" | "boost">,
  costSats: bigint | undefined,
  availableSats: number | undefined,
  now: Date,
): string | undefined {
  if (Number(mining.baseThs) === 0) return texts.noContractReason;
  if (mining.boost !== null) return texts.runningReason(untilText(mining.boost.endsAt, now));
  if (costSats === undefined) return texts.oneReason;
  if (availableSats !== undefined && BigInt(availableSats) < costSats) return texts.fundsReason;
  return undefined;
}

/**
 * Formats the end of a boost as `13:41 UTC`, or as `13:41 UTC tomorrow` if it ends after midnight.
 */
function untilText(endsAt: string, now: Date): string {
  const end = new Date(endsAt);
  const time = `${minuteText(end)} ${zoneName(end)}`;
  return end.toDateString() === now.toDateString() ? time : `${time} tomorrow`;
}
