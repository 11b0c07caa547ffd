/**
 * Keeps all open positions in typed arrays, to find quickly the accounts that need an exact check
 * after a tick. Profits and losses in quote currency are whole numbers below 2^53, which float64
 * represents exactly. Only their conversion to cents is approximate, so accounts near a limit are
 * checked again with exact arithmetic.
 */
import type { MarginRates } from "./account.ts";
import { HOLDABLE } from "../instruments/blind-pair.ts";
import { POSITION_UNITS_MAX, PRICE_MAX } from "../instruments/instruments.ts";

/** Open positions as typed arrays, sorted by account for sequential memory access. */
export interface Positions {
  readonly count: number;
  /** Index of each account's first position, followed by the total number of positions. */
  readonly first: Int32Array;
  readonly instrument: Uint8Array;
  readonly units: Float64Array;
  /** Sum of the trades' units x entry price, in int32 prices. */
  readonly cost: Float64Array;
}

export interface PositionRow {
  readonly account: number;
  readonly instrument: number;
  readonly units: number;
  readonly cost: number;
}

/**
 * For each instrument: twice the mid price, and the value in cents of one unit of a doubled int32
 * price.
 */
export interface Marks {
  readonly doubledMid: Float64Array;
  readonly cents: Float64Array;
  readonly marginRate: Float64Array;
}

/**
 * Upper bounds for the error of a sum of conversions: `CERTAINTY` relative to the sum, and
 * `CERTAINTY_CENTS` in cents.
 */
const CERTAINTY = 1e-9;
const CERTAINTY_CENTS = 1;

/**
 * Builds the arrays. Accounts are numbered from 0 and may be empty. Throws a RangeError for a
 * position whose profit or loss would not be exact.
 */
export function positionsIn(rows: readonly PositionRow[], accounts: number): Positions {
  const sorted = rows.toSorted((a, b) => a.account - b.account);
  for (const { units, cost } of sorted)
    if (
      !Number.isSafeInteger(units) ||
      Math.abs(units) > POSITION_UNITS_MAX ||
      Math.abs(cost) > POSITION_UNITS_MAX * PRICE_MAX
    )
      throw new RangeError("the position exceeds the limits of the desk");
  const first = new Int32Array(accounts + 1);
  for (const { account } of sorted) first[account + 1] = (first[account + 1] ?? 0) + 1;
  for (let at = 1; at <= accounts; at += 1) first[at] = (first[at] ?? 0) + (first[at - 1] ?? 0);
  return {
    count: sorted.length,
    first,
    instrument: Uint8Array.from(sorted, ({ instrument }) => instrument),
    units: Float64Array.from(sorted, ({ units }) => units),
    cost: Float64Array.from(sorted, ({ cost }) => cost),
  };
}

/**
 * Computes the marks of a dollar account. `doubledMids` and `marginRates` are indexed by instrument
 * id. A doubled mid of 0 means that there is no price yet.
 */
export function marksOf(doubledMids: ArrayLike<number>, marginRates?: MarginRates): Marks {
  const cents = new Float64Array(HOLDABLE.length);
  const marginRate = new Float64Array(HOLDABLE.length);
  const dollarsOf = dollarsBy(doubledMids);
  for (const { id, quote, priceScale, marginRate: rate } of HOLDABLE) {
    cents[id] = ((dollarsOf.get(quote) ?? 0) * 100) / (2 * priceScale);
    marginRate[id] = (marginRates?.[id] ?? rate) / 10_000_000;
  }
  return { doubledMid: Float64Array.from(doubledMids), cents, marginRate };
}

/**
 * Writes each position's exact profit or loss in quote currency (doubled int32 price units x
 * units), for all positions or for a range of indexes.
 */
export function revalue(
  { count, instrument, units, cost }: Positions,
  { doubledMid }: Marks,
  results: Float64Array,
  [from, to]: readonly [from: number, to: number] = [0, count],
): void {
  for (let index = from; index < to; index += 1)
    results[index] =
      (units[index] ?? 0) * (doubledMid[instrument[index] ?? 0] ?? 0) - 2 * (cost[index] ?? 0);
}

/** An account's value at these marks, in cents, as floats. */
export interface Sums {
  readonly nav: number;
  readonly margin: number;
  /** Upper bound for the error of `nav` plus any share of `margin`. */
  readonly error: number;
}

export interface Valued {
  readonly positions: Positions;
  /** Each position's exact profit or loss at the marks used for the sums. */
  readonly results: Float64Array;
  readonly balanceCents: Float64Array;
}

export function sumsOf(
  { positions, results, balanceCents }: Valued,
  marks: Marks,
  account: number,
): Sums {
  const { first, instrument, units } = positions;
  let nav = balanceCents[account] ?? 0;
  let margin = 0;
  let turnover = Math.abs(nav);
  for (let index = first[account] ?? 0; index < (first[account + 1] ?? 0); index += 1) {
    const id = instrument[index] ?? 0;
    const cents = marks.cents[id] ?? 0;
    const value = Math.abs(units[index] ?? 0) * (marks.doubledMid[id] ?? 0) * cents;
    const result = (results[index] ?? 0) * cents;
    nav += result;
    turnover += Math.abs(result) + value;
    margin += value * (marks.marginRate[id] ?? 0);
  }
  return { nav, margin, error: turnover * CERTAINTY + CERTAINTY_CENTS };
}

/**
 * True unless NAV is certainly above this share of the margin: 0.5 for stop-out, 1 for margin call.
 */
export function isNear({ nav, margin, error }: Sums, share: number): boolean {
  return nav - share * margin <= error;
}

function dollarsBy(doubledMids: ArrayLike<number>): ReadonlyMap<string, number> {
  const dollars = new Map<string, number>([["USD", 1]]);
  for (const { id, base, quote, priceScale } of HOLDABLE) {
    const mid = (doubledMids[id] ?? 0) / (2 * priceScale);
    if (quote === "USD") dollars.set(base, mid);
    if (base === "USD") dollars.set(quote, mid === 0 ? 0 : 1 / mid);
  }
  return dollars;
}
