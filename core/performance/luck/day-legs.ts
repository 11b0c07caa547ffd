/**
 * Replays a user's trades of one published day in both directions. The other direction has the same
 * units, the same moments, and the prices of the other side: a buy at the ask becomes a sell at the
 * bid. Trades that were open before or after the day count with the mid price at its first or last
 * tick.
 */
import { factorOf, posted, resultOf, shown, TICK_MS, type Instrument, type Quotes } from "#market";
import type { Leg } from "./coin-rank.ts";

/** A published day and its prices. */
export interface PricedDay {
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
  readonly quotesAt: (timeMs: number) => Quotes | undefined;
}

export interface HeldTrade {
  readonly id: string;
  readonly instrument: Instrument;
  /** Positive for long. */
  readonly units: number;
}

export interface DayFill {
  readonly atMs: number;
  readonly instrument: Instrument;
  readonly units: number;
  readonly price: number;
  /** Trade that the fill opened, if any. */
  readonly opens: string | null;
  readonly reductions: readonly { readonly tradeId: string; readonly units: number }[];
}

export interface DayLegs {
  /** One leg per trade. */
  readonly legs: readonly Leg[];
  /** Half the spread of every fill. */
  readonly spreadCents: number;
}

interface Lot {
  readonly instrument: Instrument;
  readonly units: number;
  readonly entry: Sides;
}

/** The price of a fill in the user's direction and in the other. */
interface Sides {
  readonly own: number;
  readonly other: number;
}

/** Throws RangeError if a price is missing or a fill reduces an unknown trade. */
export function dayLegs(
  day: PricedDay,
  held: readonly HeldTrade[],
  fills: readonly DayFill[],
): DayLegs {
  const legs = new Map<string, { ownCents: number; otherCents: number }>();
  const lots = new Map<string, Lot>();
  const open = (id: string, lot: Lot) => {
    lots.set(id, lot);
    legs.set(id, { ownCents: 0, otherCents: 0 });
  };
  const close = (id: string, units: number, exit: Sides, quotes: Quotes, isMark: boolean) => {
    const [lot, leg] = [lots.get(id), legs.get(id)];
    if (!lot || !leg) throw new RangeError(`No open trade ${id}.`);
    const { instrument, entry } = lot;
    const cents = (of: number, from: number, to: number) =>
      isMark
        ? marked(instrument, of, { from, to }, quotes)
        : realised(instrument, of, { from, to }, quotes);
    leg.ownCents += cents(units, entry.own, exit.own);
    leg.otherCents += cents(-units, entry.other, exit.other);
    if (units === lot.units) lots.delete(id);
    else lots.set(id, { ...lot, units: lot.units - units });
  };

  for (const { id, instrument, units } of held)
    open(id, { instrument, units, entry: midOf(instrument, neededQuotes(day, day.fromMs)) });
  let spreadCents = 0;
  for (const fill of fills) {
    const { instrument, units, price, reductions, opens } = fill;
    const quotes = neededQuotes(day, fill.atMs);
    const { bid, ask } = neededQuote(instrument, quotes);
    const sides = { own: price, other: bid + ask - price };
    for (const reduction of reductions)
      close(reduction.tradeId, reduction.units, sides, quotes, false);
    const rest = reductions.reduce((sum, one) => sum + one.units, units);
    if (opens !== null) open(opens, { instrument, units: rest, entry: sides });
    spreadCents += halfSpread(instrument, units, ask - bid, quotes);
  }
  const end = neededQuotes(day, day.untilMs - TICK_MS);
  for (const [id, { instrument, units }] of lots)
    close(id, units, midOf(instrument, end), end, true);
  return { legs: [...legs.values()], spreadCents };
}

interface Move {
  readonly from: number;
  readonly to: number;
}

/** Rounds and converts as the desk does: gains at the bid and losses at the ask, rounded down. */
function realised(instrument: Instrument, units: number, move: Move, quotes: Quotes): number {
  const side = units * (move.to - move.from) >= 0 ? "bid" : "ask";
  const factor = factorOf(instrument.quote, "USD", quotes, side);
  return Number(posted(resultOf(instrument, units, move, factor)));
}

function marked(instrument: Instrument, units: number, move: Move, quotes: Quotes): number {
  const factor = factorOf(instrument.quote, "USD", quotes);
  return Number(shown(resultOf(instrument, units, move, factor)));
}

function halfSpread(
  { quote, priceScale }: Instrument,
  units: number,
  spread: number,
  quotes: Quotes,
): number {
  const factor = factorOf(quote, "USD", quotes);
  const top = BigInt(Math.abs(units)) * BigInt(spread) * 100n * factor.top;
  return Number(shown({ top, bottom: 2n * BigInt(priceScale) * factor.bottom }));
}

/** Prices are multiples of ten, so the mid price is whole. */
function midOf(instrument: Instrument, quotes: Quotes): Sides {
  const { bid, ask } = neededQuote(instrument, quotes);
  const mid = (bid + ask) / 2;
  return { own: mid, other: mid };
}

function neededQuotes({ quotesAt }: PricedDay, timeMs: number): Quotes {
  const quotes = quotesAt(timeMs);
  if (!quotes) throw new RangeError("Prices of another day are needed.");
  return quotes;
}

function neededQuote(instrument: Instrument, quotes: Quotes) {
  const quote = quotes(instrument);
  if (!quote) throw new RangeError(`There is no price of ${instrument.name}.`);
  return quote;
}
