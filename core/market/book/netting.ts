/**
 * Applies a fill to an account. The fill first reduces the oldest trades on the opposite side, and
 * the remaining units open a new trade. Each reduction is rounded separately and against the user,
 * so that closing a trade in parts never gains a cent.
 */
import type { Instrument } from "../instruments/instruments.ts";
import { resultOf, type Account, type Trade } from "./account.ts";
import { factorOf, type ConversionSide, type Quotes } from "./conversion.ts";
import { posted, type Ratio } from "./ratio.ts";

export interface Fill {
  /** Id for the trade, if the fill opens one. */
  readonly tradeId: string;
  readonly instrument: Instrument;
  readonly units: number;
  readonly price: number;
  /** The only trade that the fill may reduce. If absent, the oldest trade is reduced first. */
  readonly closesTrade?: string | undefined;
}

/** A reduction of a trade (OANDA v20's TradeReduce). A trade without remaining units is closed. */
export interface Reduction {
  readonly tradeId: string;
  /** Units of the trade, positive for long. */
  readonly units: number;
  readonly entry: number;
  readonly price: number;
  readonly factor: Ratio;
  readonly realisedCents: bigint;
  readonly isClosed: boolean;
}

export interface Filled {
  readonly account: Account;
  readonly reductions: readonly Reduction[];
  readonly opened: Trade | undefined;
  readonly realisedCents: bigint;
}

/**
 * Applies a fill to an account. Throws a RangeError if no quote converts the realised profit or
 * loss.
 */
export function fillAccount(account: Account, fill: Fill, quotes: Quotes): Filled {
  const trades: Trade[] = [];
  const reductions: Reduction[] = [];
  let remainingUnits = fill.units;
  for (const trade of account.trades) {
    const isOther = fill.closesTrade !== undefined && trade.id !== fill.closesTrade;
    if (isOther || trade.instrument !== fill.instrument || trade.units * remainingUnits >= 0) {
      trades.push(trade);
      continue;
    }
    const size = Math.min(Math.abs(trade.units), Math.abs(remainingUnits));
    const units = Math.sign(trade.units) * size;
    const isClosed = units === trade.units;
    reductions.push(reductionOf(trade, units, { price: fill.price, isClosed }, account, quotes));
    remainingUnits += units;
    if (!isClosed) trades.push({ ...trade, units: trade.units - units });
  }
  const { tradeId: id, instrument, price } = fill;
  const opened =
    remainingUnits === 0 ? undefined : { id, instrument, units: remainingUnits, price };
  const realisedCents = reductions.reduce((sum, reduction) => sum + reduction.realisedCents, 0n);
  return {
    account: {
      ...account,
      balanceCents: account.balanceCents + realisedCents,
      trades: opened ? [...trades, opened] : trades,
    },
    reductions,
    opened,
    realisedCents,
  };
}

/** Returns the account's net units in an instrument. */
export function unitsOf({ trades }: Account, instrument: Instrument): number {
  return trades
    .filter((trade) => trade.instrument === instrument)
    .reduce((sum, { units }) => sum + units, 0);
}

function reductionOf(
  trade: Trade,
  units: number,
  { price, isClosed }: { readonly price: number; readonly isClosed: boolean },
  { home }: Account,
  quotes: Quotes,
): Reduction {
  const isGain = units * (price - trade.price) >= 0;
  const side: ConversionSide = isGain ? "bid" : "ask";
  const factor = factorOf(trade.instrument.quote, home, quotes, side);
  const result = resultOf(trade.instrument, units, { from: trade.price, to: price }, factor);
  const realisedCents = posted(result);
  return { tradeId: trade.id, units, entry: trade.price, price, factor, realisedCents, isClosed };
}
