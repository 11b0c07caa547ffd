/**
 * Explains a stop-out: the account's value, the closed position, and the changes that would have
 * avoided it. The figures are only for display.
 */
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { factorShare, int32Of, type StopOutFacts } from "./fill-facts.ts";
import { stopOutTexts as texts } from "./strings.ts";

export interface Avoidance {
  /** Smallest additional balance that would have avoided the stop-out. */
  readonly moreCents: bigint;
  /**
   * Number of units by which the position would have had to be smaller. Undefined if no smaller
   * position would have avoided the stop-out.
   */
  readonly fewerUnits: number | undefined;
}

const RATE_SCALE = 10_000_000;

/**
 * Returns the smallest changes that would have avoided the stop-out. A stop-out happens when 2 x
 * NAV <= margin, where NAV and margin are rounded to the cent, as in the report.
 */
export function avoidanceOf(facts: StopOutFacts): Avoidance {
  const { navCents, marginUsedCents, marginRate, instrument, units, used, reductions } = facts;
  const missing = marginUsedCents - 2n * navCents;
  const moreCents = missing < 0n ? 0n : missing / 2n + 1n;
  const mid = (int32Of(used.bid, instrument) + int32Of(used.ask, instrument)) / 2;
  const held = Math.abs(units);
  const factor = factorShare(reductions[0]?.factor ?? "1/1");
  const cents = (inQuote: number) => (inQuote / instrument.priceScale) * factor * 100;
  const lost = reductions.reduce(
    (sum, { units: one, entry }) => sum + one * (int32Of(entry, instrument) - mid),
    0,
  );
  const lossEach = cents(lost) / held;
  const marginEach = (cents(mid) * marginRate) / RATE_SCALE;
  const fewer = Math.ceil((Number(missing) + 1) / (marginEach + 2 * lossEach));
  return { moreCents, fewerUnits: fewer > 0 && fewer < held ? fewer : undefined };
}

/**
 * Returns two paragraphs: the course of the stop-out, and the changes that would have avoided it.
 */
export function stopOutStory(facts: StopOutFacts): readonly [what: string, instead: string] {
  const { instrument, units, price, navCents, marginUsedCents, level, realisedCents } = facts;
  const pair = `${instrument.base}/${instrument.quote}`;
  const side = units < 0 ? texts.long : texts.short;
  const { moreCents, fewerUnits } = avoidanceOf(facts);
  const held = wholeText(Math.abs(units));
  const what = texts.happened({
    nav: usdText(navCents),
    margin: usdText(marginUsedCents),
    level: levelText(level),
    position: `${side} ${held} ${pair}`,
    price,
    result: usdText(realisedCents, { isSigned: true }),
  });
  const more = texts.moreBalance(usdText(moreCents));
  const fewer =
    fewerUnits === undefined
      ? texts.noSmaller(pair)
      : texts.smaller(wholeText(fewerUnits), wholeText(Math.abs(units) - fewerUnits), held);
  return [what, `${more} ${fewer} ${texts.atThatMoment}`];
}

/** Formats hundredths of a percent: 4312 becomes `43.12`. */
export function levelText(level: bigint): string {
  return decimalText(String(Number(level) / 100), 2);
}
