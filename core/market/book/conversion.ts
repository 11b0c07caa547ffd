/** What one unit of a currency is worth in the account's currency, exactly as the quotes say. */
import type { Currency } from "../instruments/currencies.ts";
import { instrumentNamed, type Instrument } from "../instruments/instruments.ts";
import { doubledMid, type Quote } from "../instruments/price.ts";
import type { Ratio } from "./ratio.ts";

/** The last good quote of an instrument. */
export type Quotes = (instrument: Instrument) => Quote | undefined;

/** `mid` values; gains are bought at the `bid` of their currency and losses sold at the `ask`. */
export type ConversionSide = "bid" | "mid" | "ask";

/** Throws RangeError when no quote joins the two. */
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
  if (!inverse) throw new RangeError(`nothing quotes ${currency} in ${home}`);
  const other = { bid: "ask", mid: "mid", ask: "bid" } as const;
  const { top, bottom } = priceRatio(inverse, quoteOf(inverse, quotes), other[side]);
  return { top: bottom, bottom: top };
}

/** Throws RangeError when there is none. */
export function quoteOf(instrument: Instrument, quotes: Quotes): Quote {
  const quote = quotes(instrument);
  if (!quote) throw new RangeError(`no quote of ${instrument.name}`);
  return quote;
}

function priceRatio({ priceScale }: Instrument, quote: Quote, side: ConversionSide): Ratio {
  if (side === "mid") return { top: BigInt(doubledMid(quote)), bottom: BigInt(2 * priceScale) };
  return { top: BigInt(quote[side]), bottom: BigInt(priceScale) };
}
