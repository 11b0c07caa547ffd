/**
 * Averages and bands over a series of values. The result has one entry per input. The entry is
 * undefined until there are enough values, so no result is ever NaN.
 */

/** One value per bar. Undefined while too few bars precede it. */
export type Series = readonly (number | undefined)[];

/** Returns the mean of the last `length` values. The first result is at index `length - 1`. */
export function movingAverage(values: Series, length: number): Series {
  let [sum, count] = [0, 0];
  return values.map((value, index) => {
    if (value === undefined) return undefined;
    count += 1;
    sum += value;
    if (count > length) sum -= values[index - length] ?? 0;
    return count >= length ? sum / length : undefined;
  });
}

/**
 * Returns the exponential average with weight 2 / (length + 1). The first result is the mean of the
 * first `length` values.
 */
export function exponentialAverage(values: Series, length: number): Series {
  return smoothed(values, length, 2 / (length + 1));
}

/**
 * Returns Wilder's average with weight 1 / length. The first result is the mean of the first
 * `length` values.
 */
export function wilderAverage(values: Series, length: number): Series {
  return smoothed(values, length, 1 / length);
}

export interface Bands {
  readonly middle: Series;
  readonly upper: Series;
  readonly lower: Series;
}

/**
 * Returns Bollinger's bands: the moving average, and lines that are a number of standard deviations
 * above and below it. The deviation is that of a population (divided by `length`).
 */
export function bollingerBands(values: Series, length: number, deviations: number): Bands {
  const middle = movingAverage(values, length);
  // Subtract a nearby price first. Otherwise, the squares would lose the digits that matter.
  const base = values.find((value) => value !== undefined) ?? 0;
  const offsets = values.map((value) => (value === undefined ? undefined : value - base));
  const means = movingAverage(offsets, length);
  const squares = movingAverage(
    offsets.map((offset) => (offset === undefined ? undefined : offset * offset)),
    length,
  );
  const band = (sign: 1 | -1) =>
    middle.map((centre, index) => {
      const [mean, square] = [means[index], squares[index]];
      if (centre === undefined || mean === undefined || square === undefined) return undefined;
      return centre + sign * deviations * Math.sqrt(Math.max(0, square - mean * mean));
    });
  return { middle, upper: band(1), lower: band(-1) };
}

function smoothed(values: Series, length: number, weight: number): Series {
  let [sum, count] = [0, 0];
  let last: number | undefined;
  return values.map((value) => {
    if (value === undefined) return undefined;
    count += 1;
    if (last !== undefined) last += weight * (value - last);
    else {
      sum += value;
      if (count === length) last = sum / length;
    }
    return last;
  });
}
