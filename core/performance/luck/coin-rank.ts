/**
 * Ranks a user's day among traders who opened and closed the same trades at the same moments, but
 * flipped a coin for the direction. The coins are SHA-256 digests of the day's published seed and
 * the trader's number, so that any reader can flip them again.
 */
import { drawBytes } from "#market";

/** A trade's result in whole cents, in the user's direction and in the other. */
export interface Leg {
  readonly ownCents: number;
  readonly otherCents: number;
}

export interface CoinRank {
  /** Place among 100: the user and 99 coin flippers. The best is 100. */
  readonly place: number;
  readonly traders: number;
  /** Traders with a lower result than the user's. */
  readonly below: number;
  /** Traders with the same result. */
  readonly equal: number;
  readonly ownCents: number;
  /** Median result of the coin flippers. */
  readonly medianCents: number;
}

export const TRADERS = 10_000;
const OTHERS = 99;
const BITS = 8;

/** Returns the coins of a trader, one bit per trade, from the lowest bit of the first byte on. */
export function coinsOf(seed: Uint8Array, trader: number, count: number): Uint8Array {
  return drawBytes(seed, `coin ${trader}`, Math.ceil(count / BITS));
}

/** True if the coin of a trade shows the user's direction. */
export function isOwnSide(coins: Uint8Array, trade: number): boolean {
  return (((coins[Math.floor(trade / BITS)] ?? 0) >> (trade % BITS)) & 1) === 1;
}

/**
 * Ranks the user's result. Traders come in pairs with opposite coins, so that each direction is
 * taken equally often. Traders with the user's result count half as below it.
 */
export function rankAmongCoins(
  seed: Uint8Array,
  legs: readonly Leg[],
  traders = TRADERS,
): CoinRank {
  const ownCents = legs.reduce((sum, leg) => sum + leg.ownCents, 0);
  const both = legs.reduce((sum, leg) => sum + leg.ownCents + leg.otherCents, 0);
  const results = new Float64Array(traders);
  for (let pair = 0; pair < traders / 2; pair += 1) {
    const coins = coinsOf(seed, pair, legs.length);
    let result = 0;
    for (const [trade, leg] of legs.entries())
      result += isOwnSide(coins, trade) ? leg.ownCents : leg.otherCents;
    results[2 * pair] = result;
    results[2 * pair + 1] = both - result;
  }
  results.sort();
  const below = results.filter((result) => result < ownCents).length;
  const equal = results.filter((result) => result === ownCents).length;
  const place = 1 + Math.round((OTHERS * (2 * below + equal)) / (2 * traders));
  const middle = traders / 2;
  const medianCents = ((results[middle - 1] ?? 0) + (results[middle] ?? 0)) / 2;
  return { place, traders, below, equal, ownCents, medianCents };
}
