/**
 * Computes the value and margin of a trading account, with positions valued at mid (OANDA v20's
 * model). Comparisons that can close a position are exact, because they cross-multiply whole
 * numbers.
 */
import { groupedBy } from "../instruments/grouped-by.ts";
import type { Currency } from "../instruments/currencies.ts";
import type { Instrument } from "../instruments/instruments.ts";
import { doubledMid } from "../instruments/price.ts";
import { factorOf, quoteOf, type Quotes } from "./conversion.ts";
import { compare, minus, NOTHING, plus, times, whole, type Ratio } from "./ratio.ts";

export interface Trade {
  readonly id: string;
  readonly instrument: Instrument;
  /** Positive for long, negative for short. */
  readonly units: number;
  /** Entry price in int32 units. */
  readonly price: number;
}

/**
 * A trading account. All trades in one instrument are on the same side, so there is one net
 * position per instrument.
 */
export interface Account {
  readonly home: Currency;
  /** Negative if a loss exceeded the balance. The platform then advances the difference. */
  readonly balanceCents: bigint;
  /** Open trades, oldest first. */
  readonly trades: readonly Trade[];
  /** Margin rates by instrument id, in 10^-7. Defaults to the rates of the instrument table. */
  readonly marginRates?: MarginRates | undefined;
}

export type MarginRates = ArrayLike<number>;

export interface PositionValue {
  readonly instrument: Instrument;
  readonly units: number;
  /** Unrealised profit or loss in cents. */
  readonly unrealised: Ratio;
  readonly margin: Ratio;
}

/** An account's value and margin, in cents of its currency. */
export interface AccountValue {
  readonly positions: readonly PositionValue[];
  readonly unrealised: Ratio;
  readonly nav: Ratio;
  readonly marginUsed: Ratio;
  /** Margin available for new positions, never negative. */
  readonly available: Ratio;
  readonly withdrawable: Ratio;
}

const CENTS = 100n;
const MARGIN_SCALE = 10_000_000n;

/**
 * Values the account's positions and margin. Throws a RangeError if a position or its currency has
 * no quote.
 */
export function valueAccount(account: Account, quotes: Quotes): AccountValue {
  const byInstrument = groupedBy(account.trades, ({ instrument }) => instrument);
  const positions = [...byInstrument].map(([instrument, trades]) =>
    valuePosition(instrument, trades, account, quotes),
  );
  const balance = whole(account.balanceCents);
  const unrealised = sumOf(positions.map((position) => position.unrealised));
  const marginUsed = sumOf(positions.map(({ margin }) => margin));
  const nav = plus(balance, unrealised);
  const free = minus(nav, marginUsed);
  const available = free.top < 0n ? NOTHING : free;
  const withdrawable = compare(balance, available) < 0 ? balance : available;
  return { positions, unrealised, nav, marginUsed, available, withdrawable };
}

/** True if the margin level is 100 % or less. Orders that increase exposure are then not filled. */
export function isMarginCall({ positions, nav, marginUsed }: AccountValue): boolean {
  return positions.length > 0 && compare(nav, marginUsed) <= 0;
}

/** True if the margin level is 50 % or less. */
export function isStopOut({ positions, nav, marginUsed }: AccountValue): boolean {
  return positions.length > 0 && compare(plus(nav, nav), marginUsed) <= 0;
}

/**
 * Margin level (NAV / margin used) in hundredths of a percent, for display. Undefined without a
 * position.
 */
export function levelOf({ nav, marginUsed }: AccountValue): bigint | undefined {
  if (marginUsed.top <= 0n) return undefined;
  return (nav.top * marginUsed.bottom * 10_000n) / (nav.bottom * marginUsed.top);
}

/**
 * Returns the profit or loss in cents of a number of units between two int32 prices. `factor`
 * converts from the quote currency to the account's currency.
 */
export function resultOf(
  { priceScale }: Instrument,
  units: number,
  { from, to }: { readonly from: number; readonly to: number },
  factor: Ratio,
): Ratio {
  const inQuote = BigInt(units) * BigInt(to - from) * CENTS;
  return times({ top: inQuote, bottom: BigInt(priceScale) }, factor);
}

interface Bound {
  /** Twice the price, so that a mid price is a whole number. */
  readonly doubledPrice: number;
  readonly factor: Ratio;
  readonly marginRates?: MarginRates | undefined;
}

/** Margin of the units at a price, in cents. */
export function marginOf(
  { id, priceScale, marginRate }: Instrument,
  units: number,
  { doubledPrice, factor, marginRates }: Bound,
): Ratio {
  const rate = BigInt(marginRates?.[id] ?? marginRate);
  const top = BigInt(Math.abs(units)) * BigInt(doubledPrice) * rate * CENTS;
  return times({ top, bottom: 2n * BigInt(priceScale) * MARGIN_SCALE }, factor);
}

function valuePosition(
  instrument: Instrument,
  trades: readonly Trade[],
  { home, marginRates }: Account,
  quotes: Quotes,
): PositionValue {
  const middle = doubledMid(quoteOf(instrument, quotes));
  const factor = factorOf(instrument.quote, home, quotes);
  const units = trades.reduce((sum, trade) => sum + trade.units, 0);
  const doubled = trades.reduce(
    (sum, trade) => sum + BigInt(trade.units) * BigInt(middle - 2 * trade.price),
    0n,
  );
  const inQuote = { top: doubled * CENTS, bottom: 2n * BigInt(instrument.priceScale) };
  return {
    instrument,
    units,
    unrealised: times(inQuote, factor),
    margin: marginOf(instrument, units, { doubledPrice: middle, factor, marginRates }),
  };
}

function sumOf(values: readonly Ratio[]): Ratio {
  return values.reduce(plus, NOTHING);
}
