/**
 * Applies trades to an account by the Forex paper's formulas alone. A fill reduces the oldest trade
 * first. The stop-out closes the position with the largest loss first, until the margin level is
 * above 50 %. No balance remains below zero.
 */
import {
  factorOf,
  mustStopOut,
  positionsOf,
  type OracleBook,
  type OracleQuotes,
  type OracleTrade,
} from "./account.ts";
import { Fraction, ZERO } from "./fraction.ts";

export interface OracleOrder {
  readonly pair: string;
  readonly units: bigint;
  readonly price: string;
}

export interface OracleFill {
  readonly book: OracleBook;
  /** Profit or loss of each reduced trade, as posted to the balance, oldest first. */
  readonly realisedCents: readonly bigint[];
}

export interface OracleStopOut {
  readonly book: OracleBook;
  /** Closed pairs, in closing order. */
  readonly closed: readonly string[];
  /** Part of the loss that exceeds the user's balance. The platform bears it. */
  readonly operatorLossCents: bigint;
}

export interface OracleFinancing {
  readonly units: bigint;
  readonly rolloverMid: string;
  /** Value of one quote currency unit in the home currency. */
  readonly factor: Fraction;
  /** Annual rate for this side of the position, including the mark-up. */
  readonly annualRate: string;
  readonly days: bigint;
}

const CENTS = new Fraction(100n);

export function fill(book: OracleBook, order: OracleOrder, quotes: OracleQuotes): OracleFill {
  const realisedCents: bigint[] = [];
  const trades: OracleTrade[] = [];
  let remaining = order.units;
  for (const trade of book.trades) {
    const isOpposite = trade.units < 0n !== remaining < 0n && remaining !== 0n;
    if (trade.pair !== order.pair || !isOpposite) {
      trades.push(trade);
      continue;
    }
    const size = smaller(absolute(trade.units), absolute(remaining));
    const closed = trade.units < 0n ? -size : size;
    const moved = Fraction.of(order.price).minus(Fraction.of(trade.price));
    const inQuote = moved.times(new Fraction(closed));
    const side = inQuote.sign < 0 ? "ask" : "bid";
    const factor = factorOf(order.pair.slice(4), book.home, quotes, side);
    realisedCents.push(inQuote.times(factor).postedCents);
    remaining += closed;
    if (trade.units !== closed) trades.push({ ...trade, units: trade.units - closed });
  }
  if (remaining !== 0n) trades.push({ pair: order.pair, units: remaining, price: order.price });
  const sum = realisedCents.reduce((total, cents) => total + cents, 0n);
  return {
    book: { ...book, trades, balance: book.balance.plus(new Fraction(sum).over(CENTS)) },
    realisedCents,
  };
}

/**
 * Closes positions at the bid or ask price that applies to their side. Positions in an instrument
 * that cannot be traded stay open.
 */
export function stopOut(
  start: OracleBook,
  quotes: OracleQuotes,
  isTradeable: (pair: string) => boolean = () => true,
): OracleStopOut {
  let book = start;
  const closed: string[] = [];
  while (mustStopOut(book, quotes)) {
    const [worst] = positionsOf(book, quotes)
      .filter(({ pair }) => isTradeable(pair))
      .toSorted(
        (a, b) =>
          a.unrealised.minus(b.unrealised).sign ||
          b.margin.minus(a.margin).sign ||
          (a.pair < b.pair ? -1 : 1),
      );
    if (!worst) break;
    const quote = quotes[worst.pair];
    if (!quote) throw new RangeError(`no quote of ${worst.pair}`);
    const price = worst.units > 0n ? quote.bid : quote.ask;
    ({ book } = fill(book, { pair: worst.pair, units: -worst.units, price }, quotes));
    closed.push(worst.pair);
  }
  return { ...protectedFromDebt(book), closed };
}

/**
 * Returns the cents posted for holding a position past 17:00 in New York. The amount is negative if
 * the user pays.
 */
export function financingCents(terms: OracleFinancing): bigint {
  return financingOf(terms).postedCents;
}

export function financingOf({
  units,
  rolloverMid,
  factor,
  annualRate,
  days,
}: OracleFinancing): Fraction {
  return new Fraction(absolute(units))
    .times(Fraction.of(rolloverMid))
    .times(factor)
    .times(Fraction.of(annualRate))
    .times(new Fraction(days, 365n));
}

/**
 * Returns a side's annual rate: interest on its long currency minus the cost of its short currency.
 */
export function rateOfSide(
  side: "long" | "short",
  rates: { readonly base: string; readonly quote: string; readonly markUp: string },
): Fraction {
  const difference = Fraction.of(rates.base).minus(Fraction.of(rates.quote));
  const carry = side === "long" ? difference : ZERO.minus(difference);
  return carry.minus(Fraction.of(rates.markUp));
}

/**
 * Computes an account by the paper's second model, in which margin is based on the trade's opening
 * price, and profit or loss on the closing side of the quote.
 */
export function fixedAtTrade(trade: OracleTrade, quotes: OracleQuotes, rate: string) {
  const quote = quotes[trade.pair];
  if (!quote) throw new RangeError(`no quote of ${trade.pair}`);
  const exit = Fraction.of(trade.units > 0n ? quote.bid : quote.ask);
  return {
    margin: new Fraction(absolute(trade.units))
      .times(Fraction.of(trade.price))
      .times(Fraction.of(rate)),
    unrealised: exit.minus(Fraction.of(trade.price)).times(new Fraction(trade.units)),
  };
}

export function pipValue(pip: string, units: bigint, factor: Fraction): Fraction {
  return Fraction.of(pip).times(new Fraction(units)).times(factor);
}

function protectedFromDebt(book: OracleBook) {
  if (book.trades.length > 0 || book.balance.sign >= 0) return { book, operatorLossCents: 0n };
  return { book: { ...book, balance: ZERO }, operatorLossCents: -book.balance.postedCents };
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
