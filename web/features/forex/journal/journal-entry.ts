import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { pairName } from "../quotes/price-text.ts";
import { journalTexts as texts } from "./strings.ts";

export type JournalEntry = ApiAnswer<"getForexJournalEntry">;

/** Returns a name such as `Buy 1,000 EUR/USD`. */
export function nameOf({
  side,
  units,
  instrument,
}: Pick<JournalEntry, "side" | "units" | "instrument">): string {
  return texts.trade(side, wholeText(units), pairName(instrument));
}
