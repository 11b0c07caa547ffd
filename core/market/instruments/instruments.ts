/**
 * Defines the 32 instruments, with OANDA v20's names. Prices are int32 with one decimal more than
 * displayed prices, so that the mid of two quotable prices is a whole number.
 */
import { columnOf, type Currency } from "./currencies.ts";

export interface Instrument {
  /** Index in the instrument table, used in stream messages and typed arrays. */
  readonly id: number;
  /** Base currency and quote currency: `EUR_USD`. */
  readonly name: string;
  readonly base: Currency;
  readonly quote: Currency;
  /** Columns of the base currency and the quote currency. */
  readonly columns: readonly [base: number, quote: number];
  /** A pip is 10^pipLocation of the quote currency. */
  readonly pipLocation: number;
  /** Number of decimals of a quotable price. */
  readonly displayPrecision: number;
  /** int32 price units per unit of the quote currency. */
  readonly priceScale: number;
  /** int32 price units per pip. */
  readonly pip: number;
  /** ESMA's margin rate in 10^-7: 30:1 for majors, 20:1 for all other pairs. */
  readonly marginRate: number;
  /** Lowest spread, in tenths of a pip. */
  readonly spreadTenths: number;
  /**
   * Smallest distance of a trailing stop, in int32 price units. A change of the spread alone could
   * trigger a stop at a smaller distance.
   */
  readonly minimumTrailingDistance: number;
  /** False for a reference instrument that is displayed but cannot be traded. */
  readonly isTradeable: boolean;
}

/** Price step in int32 units. Quotable prices are multiples of it. */
export const PRICE_STEP = 10;

/**
 * Limits for order units, position units and prices. Twice the product of units and price is below
 * 2^53, so that profit or loss in quote currency is exact in a float64.
 */
export const ORDER_UNITS_MAX = 10_000_000;
export const POSITION_UNITS_MAX = 100_000_000;
export const PRICE_MAX = 40_000_000;
/**
 * Maximum number of open trades per account. Limited because every fill and every rollover
 * processes all open trades of an account.
 */
export const OPEN_TRADES_MAX = 1_000;

/**
 * OANDA v20's minimum trailing distance for the most traded pairs. For wider spreads the minimum is
 * twice the spread.
 */
const TRAILING_TENTHS_MIN = 50;

const ESMA_MAJORS: readonly Currency[] = ["EUR", "USD", "JPY", "GBP", "CHF", "CAD"];
const RATE_OF_MAJORS = 333_333;
const RATE_OF_OTHERS = 500_000;

/**
 * Pairs (base currency first) and their default spreads in tenths of a pip. Administrators can post
 * other spreads.
 */
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

/** Tradeable instruments. The practice market and replays provide their prices. */
export const PAIRS: readonly Instrument[] = INSTRUMENTS.filter(({ isTradeable }) => isTradeable);

const BY_NAME = new Map(INSTRUMENTS.map((instrument) => [instrument.name, instrument]));

/** Returns the instrument with this name, or undefined if there is none. */
export function instrumentNamed(name: string): Instrument | undefined {
  return BY_NAME.get(name);
}

/**
 * Returns the pair that prices a foreign currency in dollars, or undefined for the dollar itself.
 */
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
