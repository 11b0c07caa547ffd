/**
 * 95 % intervals of figures of a sample. Sums are exact whole numbers, and only the interval itself
 * is computed in floating point. Intervals describe uncertainty; they are never posted as money.
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution at 97.5 %. */
const Z = 1.959963984540054;

/** Quantiles of Student's t at 97.5 %, for 1 to 30 degrees of freedom. */
const T: readonly number[] = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788,
  2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639,
  2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];

/** Returns the Wilson score interval of a share. Undefined without observations. */
export function wilsonInterval(hits: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const share = hits / n;
  const squared = Z * Z;
  const centre = (share + squared / (2 * n)) / (1 + squared / n);
  const half =
    (Z / (1 + squared / n)) * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Count, sum and sum of squares of a sample of whole numbers. */
export interface Sums {
  readonly n: number;
  readonly sum: bigint;
  readonly squares: bigint;
}

/** Returns the interval of the mean by Student's t. Undefined for fewer than two observations. */
export function meanInterval(sums: Sums): Interval | undefined {
  const { n, sum } = sums;
  if (n < 2) return undefined;
  const mean = Number(sum) / n;
  const half = tQuantile(n - 1) * Math.sqrt(varianceOf(sums) / n);
  return { low: mean - half, high: mean + half };
}

/** Two amounts of each observation: their sums, sums of squares and sum of products. */
export interface Pairs {
  readonly n: number;
  readonly top: bigint;
  readonly bottom: bigint;
  readonly topSquares: bigint;
  readonly bottomSquares: bigint;
  readonly products: bigint;
}

/**
 * Returns the interval of a quotient of two sums over the same observations, by the delta method on
 * the logarithm. Undefined unless both sums are positive.
 */
export function quotientInterval(pairs: Pairs): Interval | undefined {
  const { n } = pairs;
  const [top, bottom] = [Number(pairs.top), Number(pairs.bottom)];
  if (n < 2 || top <= 0 || bottom <= 0) return undefined;
  const spread =
    Number(pairs.topSquares) / top ** 2 +
    Number(pairs.bottomSquares) / bottom ** 2 -
    (2 * Number(pairs.products)) / (top * bottom);
  return aroundLog(top / bottom, Math.max(0, (spread * n) / (n - 1)));
}

/**
 * Returns the interval of the quotient of the means of two separate samples, by the delta method on
 * the logarithm. Undefined unless both samples have two observations and a positive mean.
 */
export function meansInterval(top: Sums, bottom: Sums): Interval | undefined {
  if (top.n < 2 || bottom.n < 2 || top.sum <= 0n || bottom.sum <= 0n) return undefined;
  const share = (sums: Sums) => (varianceOf(sums) * sums.n) / Number(sums.sum) ** 2;
  const quotient = Number(top.sum) / top.n / (Number(bottom.sum) / bottom.n);
  return aroundLog(quotient, share(top) + share(bottom));
}

function aroundLog(value: number, variance: number): Interval {
  const factor = Math.exp(Z * Math.sqrt(variance));
  return { low: value / factor, high: value * factor };
}

/** Returns the sample variance, with n - 1 in the denominator. */
function varianceOf({ n, sum, squares }: Sums): number {
  return Number(BigInt(n) * squares - sum * sum) / (n * (n - 1));
}

/** Returns Student's t at 97.5 %. Above 30 degrees of freedom, the first terms of its expansion. */
function tQuantile(degrees: number): number {
  const tabled = T[degrees - 1];
  if (tabled !== undefined) return tabled;
  const [cube, fifth] = [Z ** 3, Z ** 5];
  return (
    Z + (cube + Z) / (4 * degrees) + (5 * fifth + 16 * cube + 3 * Z) / (96 * degrees * degrees)
  );
}
