/** Computes the exact value of one unit of a currency in the account's currency at given quotes. */
import type { Currency } from "../instruments/currencies.ts";
import { instrumentNamed, type Instrument } from "../instruments/instruments.ts";
import { doubledMid, type Quote } from "../instruments/price.ts";
import type { Ratio } from "./ratio.ts";

/** Returns the last valid quote of an instrument. */
export type Quotes = (instrument: Instrument) => Quote | undefined;

/**
 * The quote side used for a conversion. Positions are valued at `mid`. Gains are converted at the
 * `bid` of their currency, and losses at the `ask`.
 */
export type ConversionSide = "bid" | "mid" | "ask";

/**
 * Returns the factor that converts an amount from one currency to another. Throws a RangeError if
 * no quote connects the two currencies.
 */
export function factorOf(
  currency: Currency,
  home: Currency,
  quotes: Quotes,
  side: ConversionSide = "mid",
): Ratio {
  if (currency === home) return { top: 1n, bottom: 1n };
  const direct = instrumentNamed(`${currency}_${home}`);
  if (direct) return priceRatio(direct, quoteOf(direct, quotes), side);
  const inverse = instrumentNamed(`${home}_${currency}`);
  if (!inverse) throw new RangeError(`there is no pair of ${currency} and ${home}`);
  const other = { bid: "ask", mid: "mid", ask: "bid" } as const;
  const { top, bottom } = priceRatio(inverse, quoteOf(inverse, quotes), other[side]);
  return { top: bottom, bottom: top };
}

/** Returns the quote of an instrument. Throws a RangeError if it has none. */
export function quoteOf(instrument: Instrument, quotes: Quotes): Quote {
  const quote = quotes(instrument);
  if (!quote) throw new RangeError(`there is no quote for ${instrument.name}`);
  return quote;
}

function priceRatio({ priceScale }: Instrument, quote: Quote, side: ConversionSide): Ratio {
  if (side === "mid") return { top: BigInt(doubledMid(quote)), bottom: BigInt(2 * priceScale) };
  return { top: BigInt(quote[side]), bottom: BigInt(priceScale) };
}
