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
  readonly account: Int32Array;
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

/** Throws RangeError for a position whose result would not be exact. */
export function positionsIn(rows: readonly PositionRow[]): Positions {
  const sorted = rows.toSorted((a, b) => a.account - b.account);
  for (const { units, cost } of sorted)
    if (
      !Number.isSafeInteger(units) ||
      Math.abs(units) > POSITION_UNITS_MAX ||
      Math.abs(cost) > POSITION_UNITS_MAX * PRICE_MAX
    )
      throw new RangeError("a position beyond the limits of the desk");
  return {
    count: sorted.length,
    account: Int32Array.from(sorted, ({ account }) => account),
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

/** Writes each position's exact result: doubled int32 price units x units, in quote currency. */
export function revalue(positions: Positions, { doubledMid }: Marks, results: Float64Array): void {
  const { count, instrument, units, cost } = positions;
  for (let index = 0; index < count; index += 1)
    results[index] =
      (units[index] ?? 0) * (doubledMid[instrument[index] ?? 0] ?? 0) - 2 * (cost[index] ?? 0);
}

/**
 * Accounts whose level is not certainly above a share of their margin (0.5: stop-out, 1: margin
 * call). `balanceCents` by account.
 */
export function accountsNear(
  positions: Positions,
  marks: Marks,
  {
    results,
    balanceCents,
  }: { readonly results: Float64Array; readonly balanceCents: Float64Array },
  share: number,
): number[] {
  const { count, account, instrument, units } = positions;
  const near: number[] = [];
  for (let index = 0; index < count;) {
    const owner = account[index] ?? 0;
    let nav = balanceCents[owner] ?? 0;
    let margin = 0;
    let turnover = Math.abs(nav);
    for (; index < count && account[index] === owner; index += 1) {
      const id = instrument[index] ?? 0;
      const cents = marks.cents[id] ?? 0;
      const value = Math.abs(units[index] ?? 0) * (marks.doubledMid[id] ?? 0) * cents;
      const result = (results[index] ?? 0) * cents;
      nav += result;
      turnover += Math.abs(result) + value;
      margin += value * (marks.marginRate[id] ?? 0);
    }
    if (nav - share * margin <= turnover * CERTAINTY + CERTAINTY_CENTS) near.push(owner);
  }
  return near;
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
