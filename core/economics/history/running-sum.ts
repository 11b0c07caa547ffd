/**
 * Computes prefix sums, so that the sum over any period takes only two reads. Each exact sum is
 * also stored as a pair of floats, a large part and a small part. The difference of two such pairs
 * is accurate to a few units in the last place, even for short periods.
 */
export interface RunningSum {
  readonly exact: readonly bigint[];
  readonly large: Float64Array;
  readonly small: Float64Array;
}

/** Returns the prefix sums, one element more than `values`: the sum before the first value is 0. */
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

/** Returns the exact sum of `length` values from index `start`. */
export function rangeSum({ exact }: RunningSum, start: number, length: number): bigint {
  return (exact[start + length] ?? 0n) - (exact[start] ?? 0n);
}
