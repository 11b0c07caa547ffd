/**
 * Running sums from the first day to each day, so that the sum of any period takes two reads. Next
 * to the exact sums are floats, as pairs of a large and a small part. Their difference over a
 * period is accurate to a few units in the last place, however short the period is.
 */
export interface RunningSum {
  readonly exact: readonly bigint[];
  readonly large: Float64Array;
  readonly small: Float64Array;
}

/** Has one entry more than there are values: the sum before the first is 0. */
export function runningSum(values: readonly bigint[]): RunningSum {
  const exact = [0n];
  let sum = 0n;
  for (const value of values) {
    sum += value;
    exact.push(sum);
  }
  const large = Float64Array.from(exact, Number);
  const small = Float64Array.from(exact, (one, at) => Number(one - BigInt(large[at] ?? 0)));
  return { exact, large, small };
}

/** The exact sum over `length` values from `start` on. */
export function rangeSum({ exact }: RunningSum, start: number, length: number): bigint {
  return (exact[start + length] ?? 0n) - (exact[start] ?? 0n);
}
