/**
 * Units from risk, and distances between pips, dollars and prices. Whole numbers throughout: what
 * is typed is read exactly, what is bought is never more than what was meant.
 */
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { factorOf, PRICE_STEP, type Instrument, type Quotes } from "#market";

const CENTS = 100n;
const PERCENT_DECIMALS = 2;
const HUNDREDTHS = 10_000n;

/**
 * Units of which the way from entry to stop costs at most so many percent of the NAV, by what a
 * loss is changed at; undefined for what is no percent, or no way.
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

/** `"12.5"` pips as a distance of prices, undefined when it is none. */
export function distanceOfPips(text: string, { pip }: Instrument): number | undefined {
  const tenths = readAmount(text, 1);
  if (tenths === undefined || tenths <= 0n) return undefined;
  return Number((tenths * BigInt(pip)) / 10n);
}

/** The longest distance on the grid that costs or brings at most so many dollars. */
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

/** Cents of the way between two prices, with the sign of the result; by the mid. */
export function centsBetween(
  { from, to, units }: { readonly from: number; readonly to: number; readonly units: bigint },
  instrument: Instrument,
  quotes: Quotes,
): bigint {
  const { top, bottom } = factorOf(instrument.quote, "USD", quotes);
  const exact = units * BigInt(to - from) * CENTS * top;
  return exact / (BigInt(instrument.priceScale) * bottom);
}
