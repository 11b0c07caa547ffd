/**
 * Exact quotients of whole numbers, for amounts in cents that must not be rounded before posting.
 */
import { mulDiv } from "#money";

export interface Ratio {
  readonly top: bigint;
  /** The denominator, greater than 0. */
  readonly bottom: bigint;
}

export const NOTHING: Ratio = { top: 0n, bottom: 1n };

export function whole(value: bigint): Ratio {
  return { top: value, bottom: 1n };
}

export function plus(a: Ratio, b: Ratio): Ratio {
  if (a.bottom === b.bottom) return { top: a.top + b.top, bottom: a.bottom };
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export function times(a: Ratio, b: Ratio): Ratio {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

export function minus(a: Ratio, b: Ratio): Ratio {
  return plus(a, { top: -b.top, bottom: b.bottom });
}

/**
 * Compares two ratios exactly by cross-multiplication. Returns a negative number, 0 or a positive
 * number.
 */
export function compare(a: Ratio, b: Ratio): number {
  const difference = a.top * b.bottom - b.top * a.bottom;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Rounds an amount for posting: a user's gain down, a user's charge up. */
export function posted({ top, bottom }: Ratio): bigint {
  return mulDiv(top, 1n, bottom, "down");
}

/** Rounds an amount for display: to the nearest cent, halves away from zero. */
export function shown({ top, bottom }: Ratio): bigint {
  const nearest = ((top < 0n ? -top : top) * 2n + bottom) / (2n * bottom);
  return top < 0n ? -nearest : nearest;
}
