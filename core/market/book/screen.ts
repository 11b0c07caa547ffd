/**
 * Selects the accounts to check after a tick, without valuing all accounts. At reference marks,
 * each account gets a reach: the distance that every price may move, in units of its instrument's
 * margin rate, before the account's margin level can cross 50 % or 100 %. A tick checks only the
 * accounts whose reach is less than the market's movement. If the market moves beyond the horizon,
 * all reaches are recomputed. If every mid is within d x its rate of the reference, and every
 * conversion within d x the rate of its dollar pair, then `nav - share x margin` moves by at most
 *   d x sum of (value x (rate + share x margin rate x (rate + conversion's)) x SLACK
 *               + |result| x conversion's)
 */
import { dollarPairOf, INSTRUMENTS } from "../instruments/instruments.ts";
import { isNear, revalue, sumsOf, type Marks, type Positions, type Valued } from "./revaluation.ts";

export interface Screen extends Valued {
  readonly reference: Marks;
  readonly reach: Float64Array;
  /** Accounts whose reach is within the horizon, shortest reach first. */
  soon: readonly number[];
  /** Flags by account: 1 if a margin call is recorded for the account. */
  readonly isMarginCall: Uint8Array;
  readonly held: readonly number[];
}

/**
 * Largest movement that a screen covers, in units of the margin rate: about 0.17 % of the price for
 * a pair with a margin rate of 3.33 %.
 */
const HORIZON = 0.05;
/**
 * Factor for second-order terms within the horizon, sufficient because no margin rate is above 1.
 */
const SLACK = 1 + HORIZON;
const ROUNDING = 1e-9;
const STOP_OUT = 0.5;
const MARGIN_CALL = 1;

/**
 * Builds a screen. `isMarginCall` is 1 for accounts with a recorded margin call. An account whose
 * margin level contradicts that record is checked at every tick.
 */
export function screenOf(
  positions: Positions,
  balanceCents: Float64Array,
  isMarginCall: Uint8Array,
  reference: Marks,
): Screen {
  const results = new Float64Array(positions.count);
  revalue(positions, reference, results);
  const accounts = positions.first.length - 1;
  const reach = new Float64Array(accounts);
  const screen = { positions, results, balanceCents };
  const soon: number[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const own = reachOf(screen, reference, account, isMarginCall[account] === 1);
    reach[account] = own;
    if (own <= HORIZON) soon.push(account);
  }
  soon.sort((a, b) => (reach[a] ?? 0) - (reach[b] ?? 0));
  const held = [...new Set(positions.instrument)];
  return { ...screen, reference, reach, soon, isMarginCall, held };
}

/**
 * Returns the market's distance from the reference in units of the margin rate, or Infinity beyond
 * the horizon.
 */
export function movedSince({ reference, held }: Screen, marks: Marks): number {
  let moved = 0;
  for (const id of held) {
    const rate = rateOf(reference, id);
    const conversion = conversionRateOf(reference, id);
    moved = Math.max(moved, changed(reference.doubledMid, marks.doubledMid, id) / rate);
    if (conversion > 0)
      moved = Math.max(moved, changed(reference.cents, marks.cents, id) / conversion);
  }
  return moved <= HORIZON ? moved : Infinity;
}

/**
 * Returns the price bounds within which no account needs a check: each doubled mid must stay within
 * `by` of `place`.
 */
export function quietBounds(screen: Screen): readonly Bound[] {
  const { reference, reach, soon, held } = screen;
  const [first] = soon;
  const moved = first === undefined ? HORIZON : (reach[first] ?? 0);
  const pairs = new Set(held);
  for (const id of held) {
    const pair = conversionPairs[id];
    if (pair !== undefined) pairs.add(pair);
  }
  return [...pairs].map((id) => {
    const place = reference.doubledMid[id] ?? 0;
    // The bound must also hold for the reciprocal of the price, whose relative change may be
    // slightly larger.
    const share = moved * rateOf(reference, id);
    return { id, place, by: (place * share * (1 - ROUNDING)) / (1 + share) };
  });
}

export interface Bound {
  readonly id: number;
  readonly place: number;
  readonly by: number;
}

export interface Near {
  /** Accounts that may be at or below 50 % and must be checked exactly. */
  readonly stopOut: readonly number[];
  /** Accounts that may have crossed 100 % in either direction. */
  readonly marginCall: readonly number[];
  /** All checked accounts, in the order of `soon`. */
  readonly looked: readonly number[];
}

/**
 * Returns the accounts to check, or undefined if the market has moved beyond the horizon and a new
 * screen is needed.
 */
export function nearIn(screen: Screen, marks: Marks): Near | undefined {
  const moved = movedSince(screen, marks);
  if (moved === Infinity) return undefined;
  const { positions, results, reach, soon, isMarginCall } = screen;
  const stopOut: number[] = [];
  const marginCall: number[] = [];
  const looked: number[] = [];
  for (const account of soon) {
    if ((reach[account] ?? 0) > moved) break;
    looked.push(account);
    const rows = [positions.first[account] ?? 0, positions.first[account + 1] ?? 0] as const;
    revalue(positions, marks, results, rows);
    const sums = sumsOf(screen, marks, account);
    if (isNear(sums, STOP_OUT)) stopOut.push(account);
    if (isNear(sums, MARGIN_CALL) !== (isMarginCall[account] === 1)) marginCall.push(account);
  }
  return { stopOut, marginCall, looked };
}

/** Removes the first `count` accounts from `soon`, because a newer screen now covers them. */
export function leaveOut(screen: Screen, count: number): void {
  screen.soon = screen.soon.slice(count);
}

/**
 * Returns an account's reach: 0 for an account that must be checked at every tick, and Infinity for
 * an account without positions. An account with an unpriced instrument has a reach of Infinity too,
 * because the instrument's first price causes a new screen to be built.
 */
function reachOf(valued: Valued, marks: Marks, account: number, isCalled: boolean): number {
  const { first, instrument, units } = valued.positions;
  if (first[account] === first[account + 1]) return Infinity;
  for (let index = first[account] ?? 0; index < (first[account + 1] ?? 0); index += 1)
    if (!hasPrice(marks, instrument[index] ?? 0)) return Infinity;
  const sums = sumsOf(valued, marks, account);
  if (isNear(sums, STOP_OUT) || isNear(sums, MARGIN_CALL) !== isCalled) return 0;
  let ofMids = 0;
  let ofMargin = 0;
  for (let index = first[account] ?? 0; index < (first[account + 1] ?? 0); index += 1) {
    const id = instrument[index] ?? 0;
    const [rate, conversion] = [rateOf(marks, id), conversionRateOf(marks, id)];
    const cents = marks.cents[id] ?? 0;
    const value = Math.abs(units[index] ?? 0) * (marks.doubledMid[id] ?? 0) * cents;
    ofMids += value * rate * SLACK + Math.abs((valued.results[index] ?? 0) * cents) * conversion;
    ofMargin += value * (marks.marginRate[id] ?? 0) * (rate + conversion) * SLACK;
  }
  const reachTo = (share: number) => {
    const room = Math.abs(sums.nav - share * sums.margin) - sums.error;
    return Math.max(0, room) / (ofMids + share * ofMargin);
  };
  return Math.min(reachTo(STOP_OUT), reachTo(MARGIN_CALL));
}

const rateOf = ({ marginRate }: Marks, id: number): number => marginRate[id] ?? 1;

const conversionPairs = INSTRUMENTS.map(({ quote }) => dollarPairOf(quote)?.id);

/**
 * Margin rate of the pair that converts the instrument's quote currency, or 0 for an instrument
 * quoted in dollars.
 */
function conversionRateOf(marks: Marks, id: number): number {
  const pair = conversionPairs[id];
  return pair === undefined ? 0 : rateOf(marks, pair);
}

function hasPrice({ doubledMid, cents }: Marks, id: number): boolean {
  return doubledMid[id] !== 0 && cents[id] !== 0;
}

/** Relative change of an instrument's price. Infinity if the old or the new price is missing. */
function changed(before: Float64Array, now: Float64Array, id: number): number {
  const [from = 0, to = 0] = [before[id], now[id]];
  if (from === to) return 0;
  return from === 0 || to === 0 ? Infinity : Math.abs(to / from - 1);
}
