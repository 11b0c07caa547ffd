/**
 * The 32 instruments, in OANDA v20's words. Prices are int32 with one decimal more than is shown,
 * so that the mid of two quotable prices is a whole number.
 */
import { columnOf, type Currency } from "./currencies.ts";

export interface Instrument {
  /** Place in this table: frames and typed arrays name an instrument by it. */
  readonly id: number;
  /** `EUR_USD`: base, then quote currency. */
  readonly name: string;
  readonly base: Currency;
  readonly quote: Currency;
  /** Columns of levels of both. */
  readonly columns: readonly [base: number, quote: number];
  /** A pip is 10^pipLocation of the quote currency. */
  readonly pipLocation: number;
  /** Decimals of a quotable price. */
  readonly displayPrecision: number;
  /** int32 units in one of the quote currency. */
  readonly priceScale: number;
  /** int32 units in a pip. */
  readonly pip: number;
  /** ESMA's rate in 10^-7: 30:1 where both sides are majors, 20:1 for every other pair. */
  readonly marginRate: number;
  /** Quietest spread, in tenths of a pip. */
  readonly spreadTenths: number;
  /** int32: nearer a trailing stop would be closed by a change of the spread alone. */
  readonly minimumTrailingDistance: number;
  /** False: shown and used as a reference, never bought or sold. */
  readonly isTradeable: boolean;
}

/** Each quotable price is a multiple of this many int32 units. */
export const PRICE_STEP = 10;

/**
 * Units of an order and of a position, and the highest price: times two they stay below 2^53, so
 * that a result in quote currency is exact in a float64 as well.
 */
export const ORDER_UNITS_MAX = 10_000_000;
export const POSITION_UNITS_MAX = 100_000_000;
export const PRICE_MAX = 40_000_000;
/** Of one account: a fill and a rollover go through all of them. */
export const OPEN_TRADES_MAX = 1_000;

/** v20's for the most traded pairs; twice the spread where that is more. */
const TRAILING_TENTHS_MIN = 50;

const ESMA_MAJORS: readonly Currency[] = ["EUR", "USD", "JPY", "GBP", "CHF", "CAD"];
const RATE_OF_MAJORS = 333_333;
const RATE_OF_OTHERS = 500_000;

/** First named is base. Spreads in tenths of a pip; administrators post others. */
const SPREADS: readonly (readonly [Currency, Currency, number])[] = [
  ["EUR", "GBP", 15],
  ["EUR", "AUD", 22],
  ["EUR", "NZD", 28],
  ["EUR", "USD", 9],
  ["EUR", "CAD", 22],
  ["EUR", "CHF", 16],
  ["EUR", "JPY", 16],
  ["GBP", "AUD", 26],
  ["GBP", "NZD", 30],
  ["GBP", "USD", 13],
  ["GBP", "CAD", 26],
  ["GBP", "CHF", 24],
  ["GBP", "JPY", 22],
  ["AUD", "NZD", 22],
  ["AUD", "USD", 12],
  ["AUD", "CAD", 20],
  ["AUD", "CHF", 20],
  ["AUD", "JPY", 18],
  ["NZD", "USD", 15],
  ["NZD", "CAD", 22],
  ["NZD", "CHF", 22],
  ["NZD", "JPY", 20],
  ["USD", "CAD", 15],
  ["USD", "CHF", 14],
  ["USD", "JPY", 10],
  ["CAD", "CHF", 20],
  ["CAD", "JPY", 18],
  ["CHF", "JPY", 20],
  ["USD", "SEK", 250],
  ["USD", "NOK", 300],
  ["USD", "PLN", 350],
  ["BTC", "USD", 0],
];

export const INSTRUMENTS: readonly Instrument[] = SPREADS.map(([base, quote, spread], id) =>
  instrumentOf(id, base, quote, spread),
);

/** Those whose prices the practice market and the replays make. */
export const PAIRS: readonly Instrument[] = INSTRUMENTS.filter(({ isTradeable }) => isTradeable);

const BY_NAME = new Map(INSTRUMENTS.map((instrument) => [instrument.name, instrument]));

/** Undefined: no instrument has this name. */
export function instrumentNamed(name: string): Instrument | undefined {
  return BY_NAME.get(name);
}

/** The pair that prices a foreign currency in dollars; undefined for the dollar itself. */
export function dollarPairOf(currency: Currency): Instrument | undefined {
  return BY_NAME.get(`${currency}_USD`) ?? BY_NAME.get(`USD_${currency}`);
}

function instrumentOf(
  id: number,
  base: Currency,
  quote: Currency,
  spreadTenths: number,
): Instrument {
  const isTradeable = base !== "BTC";
  const pipLocation = isTradeable ? (quote === "JPY" ? -2 : -4) : 0;
  const displayPrecision = 1 - pipLocation;
  const areMajors = ESMA_MAJORS.includes(base) && ESMA_MAJORS.includes(quote);
  return {
    id,
    name: `${base}_${quote}`,
    base,
    quote,
    columns: [columnOf(base), columnOf(quote)],
    pipLocation,
    displayPrecision,
    priceScale: Number(10n ** BigInt(displayPrecision + 1)),
    pip: 100,
    marginRate: areMajors ? RATE_OF_MAJORS : RATE_OF_OTHERS,
    spreadTenths,
    minimumTrailingDistance: Math.max(TRAILING_TENTHS_MIN, 2 * spreadTenths) * PRICE_STEP,
    isTradeable,
  };
}
