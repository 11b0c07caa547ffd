/**
 * Finds the largest day-to-day changes within any range without comparing every day, because the
 * page evaluates a period of several years in every frame while the user drags the start of the
 * period.
 */
export interface Change {
  /** Index in the series. */
  readonly at: number;
  /** Relative change from the previous day: 0.1 is a rise of 10 %. */
  readonly size: number;
}

export interface Extremes {
  readonly most: Change;
  readonly least: Change;
}

const BLOCK_DAYS = 64;

/** Cached extremes of a series' blocks, computed on first use. */
const blocksOf = new WeakMap<Float64Array, readonly Extremes[]>();

/**
 * Returns the extremes from `first` (inclusive) to `end` (exclusive), or undefined for an empty
 * range. The earliest of equal changes wins.
 */
export function extremesIn(values: Float64Array, first: number, end: number): Extremes | undefined {
  if (first >= end) return undefined;
  const firstBlock = Math.ceil(first / BLOCK_DAYS);
  const endBlock = Math.floor(end / BLOCK_DAYS);
  if (firstBlock >= endBlock) return scan(values, first, end);
  let blocks = blocksOf.get(values);
  if (blocks === undefined) blocksOf.set(values, (blocks = allBlocks(values)));
  const parts = [
    ...(first < firstBlock * BLOCK_DAYS ? [scan(values, first, firstBlock * BLOCK_DAYS)] : []),
    ...blocks.slice(firstBlock, endBlock),
    ...(endBlock * BLOCK_DAYS < end ? [scan(values, endBlock * BLOCK_DAYS, end)] : []),
  ];
  return parts.reduce((total, part) => ({
    most: part.most.size > total.most.size ? part.most : total.most,
    least: part.least.size < total.least.size ? part.least : total.least,
  }));
}

function allBlocks(values: Float64Array): Extremes[] {
  return Array.from({ length: Math.floor(values.length / BLOCK_DAYS) }, (_, block) =>
    scan(values, block * BLOCK_DAYS, (block + 1) * BLOCK_DAYS),
  );
}

function scan(values: Float64Array, first: number, end: number): Extremes {
  let [most, least] = [first, first];
  let [mostSize, leastSize] = [change(values, first), change(values, first)];
  for (let at = first + 1; at < end; at += 1) {
    const size = change(values, at);
    if (size > mostSize) [most, mostSize] = [at, size];
    if (size < leastSize) [least, leastSize] = [at, size];
  }
  return { most: { at: most, size: mostSize }, least: { at: least, size: leastSize } };
}

function change(values: Float64Array, at: number): number {
  return (values[at] ?? 0) / (values[at - 1] ?? 1) - 1;
}
