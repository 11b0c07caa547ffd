/**
 * Converts risk to units, and pips or dollars to price distances. All calculations use integers:
 * typed text is parsed exactly, and sizes are rounded down.
 */
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { factorOf, PRICE_STEP, type Instrument, type Quotes } from "#market";

const CENTS = 100n;
const PERCENT_DECIMALS = 2;
const HUNDREDTHS = 10_000n;

/**
 * Returns the largest size whose loss between entry and stop is at most `percent` of the NAV,
 * converted at the rate for losses. Returns undefined if the percentage is invalid or the stop
 * equals the entry.
 */
export function unitsForRisk(
  percent: string,
  {
    navCents,
    instrument,
    entry,
    stop,
  }: {
    readonly navCents: bigint;
    readonly instrument: Instrument;
    readonly entry: number;
    readonly stop: number;
  },
  quotes: Quotes,
): bigint | undefined {
  const hundredths = readAmount(percent, PERCENT_DECIMALS);
  const distance = BigInt(Math.abs(entry - stop));
  if (hundredths === undefined || hundredths <= 0n || distance === 0n || navCents <= 0n)
    return undefined;
  const { top, bottom } = factorOf(instrument.quote, "USD", quotes, "ask");
  const riskTimes = navCents * hundredths * BigInt(instrument.priceScale) * bottom;
  return riskTimes / (HUNDREDTHS * distance * top * CENTS);
}

/** Converts pips such as `"12.5"` to a price distance. Returns undefined if the text is invalid. */
export function distanceOfPips(text: string, { pip }: Instrument): number | undefined {
  const tenths = readAmount(text, 1);
  if (tenths === undefined || tenths <= 0n) return undefined;
  return Number((tenths * BigInt(pip)) / 10n);
}

/** Returns the largest distance in whole price steps that is worth at most the typed dollars. */
export function distanceOfUsd(
  text: string,
  { units, instrument }: { readonly units: bigint; readonly instrument: Instrument },
  quotes: Quotes,
): number | undefined {
  const cents = readAmount(text, 2);
  if (cents === undefined || cents <= 0n || units <= 0n) return undefined;
  const { top, bottom } = factorOf(instrument.quote, "USD", quotes, "ask");
  const exact = (cents * BigInt(instrument.priceScale) * bottom) / (units * top * CENTS);
  const step = BigInt(PRICE_STEP);
  const distance = (exact / step) * step;
  return distance > 0n ? Number(distance) : undefined;
}

/** Returns the profit or loss of a move between two prices in cents, converted at the mid price. */
export function centsBetween(
  { from, to, units }: { readonly from: number; readonly to: number; readonly units: bigint },
  instrument: Instrument,
  quotes: Quotes,
): bigint {
  const { top, bottom } = factorOf(instrument.quote, "USD", quotes);
  const exact = units * BigInt(to - from) * CENTS * top;
  return exact / (BigInt(instrument.priceScale) * bottom);
}
