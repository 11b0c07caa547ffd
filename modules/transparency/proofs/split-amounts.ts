/**
 * Splits each user's amount into two random parts and places all parts in random order, so that the
 * leaves reveal neither the number of users nor their balances.
 */
import { randomBytes, randomInt } from "node:crypto";

export interface OwedAmount {
  readonly userId: string;
  readonly sats: bigint;
}

export interface PlacedAmount {
  readonly userId: string;
  /** Number of the user in this proof, from 1. */
  readonly accountNumber: bigint;
  /** Positions of the parts in the tree. */
  readonly places: readonly number[];
  /** Amounts of the parts, in the same order. */
  readonly sats: readonly bigint[];
}

const PARTS = 2;
const RANDOM_BYTES = 16;

/** `amounts` has one element per user, and each amount is at least 1. */
export function splitAmounts(amounts: readonly OwedAmount[]): PlacedAmount[] {
  const places = shuffled(amounts.length * PARTS);
  return amounts.map(({ userId, sats }, index) => {
    const first = randomBelow(sats + 1n);
    return {
      userId,
      accountNumber: BigInt(index + 1),
      places: places.slice(index * PARTS, (index + 1) * PARTS),
      sats: [first, sats - first],
    };
  });
}

/** Returns a random number from 0 to `limit` - 1. With 128 random bits, the bias is negligible. */
function randomBelow(limit: bigint): bigint {
  return BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`) % limit;
}

/** Returns the numbers below `count` in random order (Fisher-Yates). */
function shuffled(count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}
