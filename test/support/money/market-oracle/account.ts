/**
 * Computes an account's value from the Forex paper's formulas alone: revaluation at the mid price,
 * margin at ESMA's rates, one net position per instrument. The oracle shares no code with the
 * market module that it checks.
 */
import { Fraction, sumOf, ZERO } from "./fraction.ts";

/** Prices as decimal text, as in a printed quote. */
export interface OracleQuote {
  readonly bid: string;
  readonly ask: string;
}

export type OracleQuotes = Readonly<Record<string, OracleQuote>>;

export interface OracleTrade {
  /** Base currency and quote currency, such as `EUR/USD`. */
  readonly pair: string;
  /** Number of units: positive for long positions, negative for short ones. */
  readonly units: bigint;
  readonly price: string;
}

export interface OracleBook {
  readonly home: string;
  /**
   * The balance in the home currency. It is negative while the platform covers a loss that exceeded
   * the balance.
   */
  readonly balance: Fraction;
  /** Open trades, oldest first. */
  readonly trades: readonly OracleTrade[];
}

export interface Valuation {
  readonly unrealised: Fraction;
  readonly nav: Fraction;
  readonly marginUsed: Fraction;
  readonly available: Fraction;
  readonly withdrawable: Fraction;
}

export interface PositionValue {
  readonly pair: string;
  readonly units: bigint;
  readonly unrealised: Fraction;
  readonly margin: Fraction;
}

const MAJORS = ["EUR", "USD", "JPY", "GBP", "CHF", "CAD"];

export function midOf({ bid, ask }: OracleQuote): Fraction {
  return Fraction.of(bid).plus(Fraction.of(ask)).over(new Fraction(2n));
}

/**
 * Returns one currency unit's value in the home currency, at the mid price or at the platform's
 * buying or selling price.
 */
export function factorOf(
  currency: string,
  home: string,
  quotes: OracleQuotes,
  side: "bid" | "mid" | "ask" = "mid",
): Fraction {
  if (currency === home) return new Fraction(1n);
  const direct = quotes[`${currency}/${home}`];
  if (direct) return side === "mid" ? midOf(direct) : Fraction.of(direct[side]);
  const inverse = quotes[`${home}/${currency}`];
  if (!inverse) throw new RangeError(`no quote of ${currency} in ${home}`);
  const other = side === "bid" ? "ask" : "bid";
  return new Fraction(1n).over(side === "mid" ? midOf(inverse) : Fraction.of(inverse[other]));
}

export function marginRate(pair: string): Fraction {
  const isMajor = pair.split("/").every((currency) => MAJORS.includes(currency));
  return Fraction.of(isMajor ? "0.0333333" : "0.05");
}

export function positionsOf(book: OracleBook, quotes: OracleQuotes): PositionValue[] {
  const pairs = [...new Set(book.trades.map(({ pair }) => pair))];
  return pairs.map((pair) => {
    const quote = quotes[pair];
    if (!quote) throw new RangeError(`no quote of ${pair}`);
    const trades = book.trades.filter((trade) => trade.pair === pair);
    const mid = midOf(quote);
    const factor = factorOf(pair.slice(4), book.home, quotes);
    const units = trades.reduce((sum, trade) => sum + trade.units, 0n);
    return {
      pair,
      units,
      unrealised: sumOf(
        trades.map((trade) =>
          mid.minus(Fraction.of(trade.price)).times(new Fraction(trade.units)).times(factor),
        ),
      ),
      margin: new Fraction(units).absolute.times(mid).times(factor).times(marginRate(pair)),
    };
  });
}

export function valuationOf(book: OracleBook, quotes: OracleQuotes): Valuation {
  const positions = positionsOf(book, quotes);
  const unrealised = sumOf(positions.map((position) => position.unrealised));
  const marginUsed = sumOf(positions.map(({ margin }) => margin));
  const nav = book.balance.plus(unrealised);
  const free = nav.minus(marginUsed);
  const available = free.sign < 0 ? ZERO : free;
  const withdrawable = book.balance.isBelow(available) ? book.balance : available;
  return { unrealised, nav, marginUsed, available, withdrawable };
}

/** Returns true if the margin level is 50 % or less and there is a position to close. */
export function mustStopOut(book: OracleBook, quotes: OracleQuotes): boolean {
  if (book.trades.length === 0) return false;
  const { nav, marginUsed } = valuationOf(book, quotes);
  return !marginUsed.isBelow(nav.times(new Fraction(2n)));
}
