/**
 * The stop-out: while the level is 50 % or less the position with the largest unrealised loss is
 * closed as a whole, at most one too many. Nobody ends below zero: what is missing when nothing is
 * open any more is the house's.
 */
import { isStopOut, valueAccount, type Account, type PositionValue } from "./account.ts";
import { quoteOf, type Quotes } from "./conversion.ts";
import { fillAccount, unitsOf, type Reduction } from "./netting.ts";
import { compare } from "./ratio.ts";
import { PRICE_MAX, type Instrument } from "../instruments/instruments.ts";
import { doubledMid } from "../instruments/price.ts";

export interface StopOutClose {
  readonly instrument: Instrument;
  /** Of the order that closes. */
  readonly units: number;
  readonly price: number;
  readonly reductions: readonly Reduction[];
}

export interface StopOut {
  readonly account: Account;
  /** In the order in which they were closed; empty when the level is above 50 %. */
  readonly closes: readonly StopOutClose[];
  /** What cannot be traded now, while the level is still too low. */
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
 * The highest price below the mid, or the lowest above it, at which the account is stopped out
 * while all other prices stay: what a ticket shows. Undefined where none within the instrument's
 * prices does.
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

/** What would be closed first stands first: loss, then margin, then name. */
export function closingOrder(positions: readonly PositionValue[]): readonly PositionValue[] {
  return positions.toSorted(
    (a, b) =>
      compare(a.unrealised, b.unrealised) ||
      compare(b.margin, a.margin) ||
      (a.instrument.name < b.instrument.name ? -1 : 1),
  );
}

/**
 * Negative balance protection: with nothing open, a balance below zero becomes the house's loss.
 */
export function settleDebt(account: Account): {
  readonly account: Account;
  readonly operatorLossCents: bigint;
} {
  if (account.trades.length > 0 || account.balanceCents >= 0n)
    return { account, operatorLossCents: 0n };
  return { account: { ...account, balanceCents: 0n }, operatorLossCents: -account.balanceCents };
}
