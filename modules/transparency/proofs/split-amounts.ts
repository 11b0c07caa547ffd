/**
 * Splits each user's amount into two random parts and places all parts in random order, so that the
 * leaves reveal neither the number of users nor their balances.
 */
import { randomBytes, randomInt } from "node:crypto";
import { beginSlice } from "#platform";

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

export const PARTS = 2;
const RANDOM_BYTES = 16;

/**
 * Splits in short slices, so that requests are served in between. `amounts` has one element per
 * user, and each amount is at least 1.
 */
export async function splitAmounts(amounts: readonly OwedAmount[]): Promise<PlacedAmount[]> {
  const slice = beginSlice();
  const places = Uint32Array.from({ length: amounts.length * PARTS }, (_, index) => index);
  // Fisher-Yates shuffle.
  for (let last = places.length - 1; last > 0; last -= 1) {
    if (slice.isOver()) await slice.next();
    const other = randomInt(last + 1);
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  const placed: PlacedAmount[] = [];
  for (const [index, { userId, sats }] of amounts.entries()) {
    if (slice.isOver()) await slice.next();
    const first = randomBelow(sats + 1n);
    placed.push({
      userId,
      accountNumber: BigInt(index + 1),
      places: [...places.subarray(index * PARTS, (index + 1) * PARTS)],
      sats: [first, sats - first],
    });
  }
  return placed;
}

/** Returns a random number from 0 to `limit` - 1. With 128 random bits, the bias is negligible. */
function randomBelow(limit: bigint): bigint {
  return BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`) % limit;
}
