/**
 * Returns an SQL expression for the earnings from `stretch_from` until `time`, in 10^-9 sat,
 * rounded down as in `earnedNanosats`. Both factors are SQL parameters with the values of
 * `rewardFactor`.
 */
export function earnedUntilSql(
  time: string,
  { numerator, denominator }: { readonly numerator: string; readonly denominator: string },
): string {
  return `div(extract(epoch from ${time} - stretch_from) * 1000 * hash_rate * ${numerator}::numeric, ${denominator}::numeric)::bigint`;
}
