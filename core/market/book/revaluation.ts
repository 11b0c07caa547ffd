/**
 * All open positions in typed arrays, to find out after a tick which accounts must be looked at
 * exactly. A result in quote currency is a whole number below 2^53 and so exact in a float64; only
 * the conversion to cents is approximate, and whoever is near a limit is named for the exact book.
 */
import type { MarginRates } from "./account.ts";
import { INSTRUMENTS, POSITION_UNITS_MAX, PRICE_MAX } from "../instruments/instruments.ts";

/** Sorted by account, so that a round walks memory in order. */
export interface Positions {
  readonly count: number;
  /** Where each account's begin; one more than there are accounts. */
  readonly first: Int32Array;
  readonly instrument: Uint8Array;
  readonly units: Float64Array;
  /** Sum of units x entry price over the trades, in int32 prices. */
  readonly cost: Float64Array;
}

export interface PositionRow {
  readonly account: number;
  readonly instrument: number;
  readonly units: number;
  readonly cost: number;
}

/** By instrument: twice the mid, and what one of a doubled price's int32 units is in cents. */
export interface Marks {
  readonly doubledMid: Float64Array;
  readonly cents: Float64Array;
  readonly marginRate: Float64Array;
}

/** Relative error that a sum of conversions stays below, and cents that it may be off. */
const CERTAINTY = 1e-9;
const CERTAINTY_CENTS = 1;

/**
 * Accounts are numbered from 0; one without a position may be among them. Throws RangeError for a
 * position whose result would not be exact.
 */
export function positionsIn(rows: readonly PositionRow[], accounts: number): Positions {
  const sorted = rows.toSorted((a, b) => a.account - b.account);
  for (const { units, cost } of sorted)
    if (
      !Number.isSafeInteger(units) ||
      Math.abs(units) > POSITION_UNITS_MAX ||
      Math.abs(cost) > POSITION_UNITS_MAX * PRICE_MAX
    )
      throw new RangeError("a position beyond the limits of the desk");
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
 * `doubledMids` and `marginRates` by instrument id, 0 where there is no price yet; dollars are the
 * account's currency.
 */
export function marksOf(doubledMids: ArrayLike<number>, marginRates?: MarginRates): Marks {
  const cents = new Float64Array(INSTRUMENTS.length);
  const marginRate = new Float64Array(INSTRUMENTS.length);
  const dollarsOf = dollarsBy(doubledMids);
  for (const { id, quote, priceScale, marginRate: rate } of INSTRUMENTS) {
    cents[id] = ((dollarsOf.get(quote) ?? 0) * 100) / (2 * priceScale);
    marginRate[id] = (marginRates?.[id] ?? rate) / 10_000_000;
  }
  return { doubledMid: Float64Array.from(doubledMids), cents, marginRate };
}

/**
 * Writes each position's exact result, doubled int32 price units x units, in quote currency: of
 * all, or of those from one place to before another.
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

/** What an account is worth by the marks, in cents, as floats. */
export interface Sums {
  readonly nav: number;
  readonly margin: number;
  /** Off by less than this, `nav` and any share of `margin` together. */
  readonly error: number;
}

export interface Valued {
  readonly positions: Positions;
  /** Exact, of the same marks. */
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

/** Whether the level is not certainly above a share of the margin: 0.5 stop-out, 1 margin call. */
export function isNear({ nav, margin, error }: Sums, share: number): boolean {
  return nav - share * margin <= error;
}

function dollarsBy(doubledMids: ArrayLike<number>): ReadonlyMap<string, number> {
  const dollars = new Map<string, number>([["USD", 1]]);
  for (const { id, base, quote, priceScale } of INSTRUMENTS) {
    const mid = (doubledMids[id] ?? 0) / (2 * priceScale);
    if (quote === "USD") dollars.set(base, mid);
    if (base === "USD") dollars.set(quote, mid === 0 ? 0 : 1 / mid);
  }
  return dollars;
}
