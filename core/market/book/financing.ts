/**
 * Computes the financing at 17:00 New York time: the interest earned on a position's long currency,
 * minus the interest paid on its short currency, minus the mark-up. All three are computed from the
 * position's value at the rollover's mid price. Unrealised profit or loss is an amount in the quote
 * currency, so it bears the difference between the interest rates of the quote currency and the
 * account currency. Without this charge, an open loss in a high-interest currency would shrink at
 * no cost.
 */
import { CURRENCIES, type Currency } from "../instruments/currencies.ts";
import type { Instrument } from "../instruments/instruments.ts";
import { doubledMid } from "../instruments/price.ts";
import type { PositionValue } from "./account.ts";
import { factorOf, quoteOf, type Quotes } from "./conversion.ts";
import { plus, posted, times, type Ratio } from "./ratio.ts";

export interface FinancingTerms {
  /** Yearly interest of each currency, in 10^-6. */
  readonly rates: Readonly<Record<(typeof CURRENCIES)[number], number>>;
  /** Yearly mark-up, subtracted from long and short rates, in 10^-6. */
  readonly markUp: number;
  readonly days: number;
}

export interface Financing {
  /** Amount posted to the balance. Negative if the user pays. */
  readonly cents: bigint;
  /** Yearly rate of the position's side, net of the mark-up, in 10^-6. */
  readonly sideRate: number;
  /**
   * Interest on the position's value and on its unrealised profit or loss, in cents before
   * rounding.
   */
  readonly ofPosition: Ratio;
  readonly ofResult: Ratio;
}

const RATE_SCALE = 1_000_000n;
const DAYS_A_YEAR = 365n;

/**
 * Computes a position's financing. `quotes` returns the last quotes before the rollover. Throws a
 * RangeError if a quote is missing.
 */
export function financePosition(
  { instrument, units, unrealised }: PositionValue,
  home: Currency,
  quotes: Quotes,
  terms: FinancingTerms,
): Financing {
  const sideRate = sideRateOf(instrument, units, terms);
  const factor = factorOf(instrument.quote, home, quotes);
  const middle = doubledMid(quoteOf(instrument, quotes));
  const ofPosition = financingOf(instrument, { units, doubledPrice: middle, factor }, sideRate, {
    days: terms.days,
  });
  const resultRate = rateOf(instrument.quote, terms) - rateOf(home, terms);
  const ofResult = interestOf(unrealised, resultRate, terms.days);
  return { cents: posted(plus(ofPosition, ofResult)), sideRate, ofPosition, ofResult };
}

/** Financing in cents: abs(units) x mid x factor x annual rate / 365 x days. */
export function financingOf(
  { priceScale }: Instrument,
  {
    units,
    doubledPrice,
    factor,
  }: { readonly units: number; readonly doubledPrice: number; readonly factor: Ratio },
  annualRate: number,
  { days }: { readonly days: number },
): Ratio {
  const top = BigInt(Math.abs(units)) * BigInt(doubledPrice) * 100n;
  const value = times({ top, bottom: 2n * BigInt(priceScale) }, factor);
  return interestOf(value, annualRate, days);
}

/**
 * Yearly rate of a position's side, in 10^-6. Long: base rate minus quote rate. Short: quote rate
 * minus base rate. The mark-up is subtracted in either case.
 */
export function sideRateOf(instrument: Instrument, units: number, terms: FinancingTerms): number {
  const carry = rateOf(instrument.base, terms) - rateOf(instrument.quote, terms);
  return (units > 0 ? carry : -carry) - terms.markUp;
}

function interestOf(value: Ratio, annualRate: number, days: number): Ratio {
  const top = BigInt(annualRate) * BigInt(days);
  return times(value, { top, bottom: RATE_SCALE * DAYS_A_YEAR });
}

function rateOf(currency: Currency, { rates }: FinancingTerms): number {
  if (currency === "BTC") throw new RangeError("BTC positions have no financing rate");
  // The hidden currency of a blind replay bears no difference, which could reveal the time.
  return rates[currency === "BLIND" ? "USD" : currency];
}
