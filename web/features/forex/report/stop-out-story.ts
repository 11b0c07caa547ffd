/**
 * A stop-out in the user's own numbers: what the account was worth, what was closed, and what would
 * have left it open. Only to be read: nothing is decided by these figures.
 */
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { factorShare, int32Of, type StopOutFacts } from "./fill-facts.ts";

export interface Avoidance {
  /** That much more on the account, the smallest that would have done. */
  readonly moreCents: bigint;
  /** So many units fewer of what was closed; undefined: not even none of it would have done. */
  readonly fewerUnits: number | undefined;
}

const RATE_SCALE = 10_000_000;

/** It is closed when 2 x NAV <= margin: both figures as they were told, to the cent. */
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

/** Two paragraphs: what happened, and what would have avoided it. */
export function stopOutStory(facts: StopOutFacts): readonly [what: string, instead: string] {
  const { instrument, units, price, navCents, marginUsedCents, level, realisedCents } = facts;
  const pair = `${instrument.base}/${instrument.quote}`;
  const side = units < 0 ? "long" : "short";
  const { moreCents, fewerUnits } = avoidanceOf(facts);
  const held = wholeText(Math.abs(units));
  const what =
    `Your account was worth ${usdText(navCents)} USD and its positions bound ${usdText(marginUsedCents)} USD of margin: ` +
    `a level of ${levelText(level)}\u00a0%, and at 50\u00a0% or less the position with the largest loss is closed. That was ` +
    `${side} ${held} ${pair}: closed at ${price}, with a result of ${usdText(realisedCents, { isSigned: true })} USD.`;
  const more = `${usdText(moreCents)} USD more on the account would have left it open`;
  const fewer =
    fewerUnits === undefined
      ? `; with the other positions as they were, no smaller one in ${pair} would have`
      : `, and so would about ${wholeText(fewerUnits)} units fewer (${wholeText(Math.abs(units) - fewerUnits)} instead of ${held})`;
  return [
    what,
    `${more}${fewer}. Both at the prices of that moment: a further move against it takes more.`,
  ];
}

/** Hundredths of a percent: `4,312` is 43.12. */
export function levelText(level: bigint): string {
  return decimalText(String(Number(level) / 100), 2);
}
