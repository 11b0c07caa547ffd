/**
 * Detects a stop loss or take profit that the price has already passed and that would therefore
 * close the trade immediately.
 */
import type { ForexTrade } from "../account/figures.ts";
import { readScaled, type LiveQuote } from "../quotes/live-quote.ts";
import { bookTexts as texts } from "./strings.ts";

/** Returns the error text, or undefined if the exits are valid. */
export function exitProblem(
  { instrument, units }: Pick<ForexTrade, "instrument" | "units">,
  { takeProfit, stopLoss }: { readonly takeProfit: string; readonly stopLoss: string },
  quote: LiveQuote | undefined,
): string | undefined {
  if (!quote) return undefined;
  const [side, now] = units > 0 ? [1, quote.bid] : [-1, quote.ask];
  const target = readScaled(takeProfit.trim(), instrument);
  const stop = readScaled(stopLoss.trim(), instrument);
  if (target !== undefined && side * (target - now) <= 0) return texts.targetPassed;
  return stop !== undefined && side * (stop - now) >= 0 ? texts.stopPassed : undefined;
}
