/**
 * Implements the stop-out: while the margin level is 50 % or less, the position with the largest
 * unrealised loss is closed completely. A user's balance never stays below zero, because the
 * platform takes over the remaining debt when no position is left.
 */
import { isStopOut, valueAccount, type Account, type PositionValue } from "./account.ts";
import { quoteOf, type Quotes } from "./conversion.ts";
import { fillAccount, unitsOf, type Reduction } from "./netting.ts";
import { compare } from "./ratio.ts";
import { PRICE_MAX, type Instrument } from "../instruments/instruments.ts";
import { doubledMid } from "../instruments/price.ts";

export interface StopOutClose {
  readonly instrument: Instrument;
  /** Units of the closing order, negative to close a long position. */
  readonly units: number;
  readonly price: number;
  readonly reductions: readonly Reduction[];
}

export interface StopOut {
  readonly account: Account;
  /** Positions to close, in closing order. Empty if the margin level is above 50 %. */
  readonly closes: readonly StopOutClose[];
  /**
   * Instruments that cannot be traded now although their positions should be closed, because the
   * margin level is still too low.
   */
  readonly waiting: readonly Instrument[];
  readonly operatorLossCents: bigint;
}

export function stopOut(
  start: Account,
  quotes: Quotes,
  isTradeable: (instrument: Instrument) => boolean,
): StopOut {
  let account = start;
  const closes: StopOutClose[] = [];
  let value = valueAccount(account, quotes);
  while (isStopOut(value)) {
    const worst = closingOrder(value.positions).find((each) => isTradeable(each.instrument));
    if (!worst) break;
    const { instrument } = worst;
    const units = -worst.units;
    const quote = quoteOf(instrument, quotes);
    const price = units > 0 ? quote.ask : quote.bid;
    const filled = fillAccount(account, { tradeId: "", instrument, units, price }, quotes);
    closes.push({ instrument, units, price, reductions: filled.reductions });
    ({ account } = filled);
    value = valueAccount(account, quotes);
  }
  const waiting = isStopOut(value) ? value.positions.map(({ instrument }) => instrument) : [];
  return { ...settleDebt(account), closes, waiting };
}

/**
 * Returns the stop-out price for the order ticket: the price closest to the mid at which the
 * account is stopped out if all other prices stay unchanged. The stop-out price is below the mid
 * for a long position and above the mid for a short position. Undefined if the stop-out price is
 * outside the instrument's price range.
 */
export function stopOutPrice(
  account: Account,
  instrument: Instrument,
  quotes: Quotes,
): number | undefined {
  const units = unitsOf(account, instrument);
  if (units === 0) return undefined;
  const middle = Math.floor(doubledMid(quoteOf(instrument, quotes)) / 2);
  const isStopped = (price: number) => {
    const moved = { bid: price, ask: price, timeMs: 0 };
    const then: Quotes = (other) => (other === instrument ? moved : quotes(other));
    return isStopOut(valueAccount(account, then));
  };
  let [safe, stopped] = [middle, units > 0 ? 1 : PRICE_MAX];
  if (isStopped(safe)) return safe;
  if (!isStopped(stopped)) return undefined;
  while (Math.abs(safe - stopped) > 1) {
    const between = Math.floor((safe + stopped) / 2);
    if (isStopped(between)) stopped = between;
    else safe = between;
  }
  return stopped;
}

/** Sorts positions in closing order: by loss, then by margin, then by name. */
export function closingOrder(positions: readonly PositionValue[]): readonly PositionValue[] {
  return positions.toSorted(
    (a, b) =>
      compare(a.unrealised, b.unrealised) ||
      compare(b.margin, a.margin) ||
      (a.instrument.name < b.instrument.name ? -1 : 1),
  );
}

/**
 * Applies negative balance protection: if no position is open, the platform takes over a negative
 * balance.
 */
export function settleDebt(account: Account): {
  readonly account: Account;
  readonly operatorLossCents: bigint;
} {
  if (account.trades.length > 0 || account.balanceCents >= 0n)
    return { account, operatorLossCents: 0n };
  return { account: { ...account, balanceCents: 0n }, operatorLossCents: -account.balanceCents };
}
