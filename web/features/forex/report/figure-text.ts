/** Formats the sides, pips and conversion rates of a report. */
import { holdableNamed, type Instrument } from "#market";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { factorShare, type Fill, type OrderReport } from "./fill-facts.ts";
import { reportTexts as texts } from "./strings.ts";

const FACTOR_DECIMALS = 6;

/** Returns a headline such as `Buy 20,000 EUR/USD at 1.16848`. */
export function orderHeadline(
  { instrument, units, price }: OrderReport["order"],
  fill: Fill | null,
) {
  const size = fill?.units ?? units;
  const side = size > 0 ? texts.buy : texts.sell;
  const pair = pairText(instrument);
  const at = fill?.price ?? price;
  const what = `${side} ${wholeText(Math.abs(size))} ${pair}`;
  return at === null ? what : texts.headline(side, wholeText(Math.abs(size)), pair, at);
}

export function pairText(instrument: string): string {
  const details = holdableNamed(instrument);
  return details ? `${details.base}/${details.quote}` : instrument;
}

/**
 * Formats a price change in pips. `int32` is in integer price units, and positive if the change was
 * in the user's favour.
 */
export function movedText(int32: number, { pip }: Instrument): string {
  if (int32 === 0) return texts.movedNothing;
  const pips = decimalText(String(Math.abs(int32) / pip), 1);
  return int32 > 0 ? texts.movedFor(pips) : texts.movedAgainst(pips);
}

/** Returns a text such as `1 JPY = 0.006789 USD`. Undefined if the fill needed no conversion. */
export function conversionText(factor: string | undefined, { quote }: Instrument) {
  if (factor === undefined || quote === "USD") return undefined;
  return texts.conversionText(quote, decimalText(String(factorShare(factor)), FACTOR_DECIMALS));
}
