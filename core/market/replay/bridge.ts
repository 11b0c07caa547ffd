/**
 * Computes Brownian bridges by Lévy's midpoint construction. Computing the value at a moment takes
 * 18 halvings. Each draw depends only on its position and not on earlier calls, so that every zoom
 * level shows the same path. The seed is public, because predicting a replay gives no unfair
 * advantage. Normal variables are sums of 12 uniform variables.
 */
const DEPTH = 18;
const LEAVES = 1 << DEPTH;
const UNIFORMS = 12;
const UINT32 = 4_294_967_296;

/**
 * Writes the values of all columns' bridges. `share` is the elapsed share of the time between the
 * bridges' ends. Each bridge is 0 at both ends and has a total variance of 1.
 */
export type Bridges = (share: number, values: Float64Array) => void;

/**
 * Builds the bridges. `correlate` is the lower triangular (Cholesky) factor of the columns'
 * correlation matrix.
 */
export function bridgesOf(seed: number, correlate: readonly (readonly number[])[]): Bridges {
  const columns = correlate.length;
  const draws = new Float64Array(columns);
  // The ends and the middle of the interval at each level, for the leaf that was computed last.
  const left = new Float64Array((DEPTH + 1) * columns);
  const right = new Float64Array((DEPTH + 1) * columns);
  const middle = new Float64Array(DEPTH * columns);
  let lastLeaf = -1;

  const computeMiddle = (level: number, node: number) => {
    const ofNode = mixedWith(mixedWith(mixedWith(SEED, seed), level), node);
    for (let column = 0; column < columns; column += 1)
      draws[column] = normal(mixedWith(ofNode, column) >>> 0);
    const deviation = Math.sqrt(1 / (4 << level));
    for (let column = 0; column < columns; column += 1) {
      let draw = 0;
      const row = correlate[column] ?? [];
      for (let factor = 0; factor <= column; factor += 1)
        draw += (row[factor] ?? 0) * (draws[factor] ?? 0);
      const at = level * columns + column;
      middle[at] = ((left[at] ?? 0) + (right[at] ?? 0)) / 2 + deviation * draw;
    }
  };
  const enterHalf = (level: number, isRight: boolean) => {
    for (let at = level * columns; at < (level + 1) * columns; at += 1) {
      left[at + columns] = (isRight ? middle[at] : left[at]) ?? 0;
      right[at + columns] = (isRight ? right[at] : middle[at]) ?? 0;
    }
  };
  const findLeaf = (leaf: number) => {
    if (leaf === lastLeaf) return;
    // Down to the first level at which the two leaves are in different halves, nothing changes.
    const same = lastLeaf < 0 ? -1 : Math.clz32(leaf ^ lastLeaf) - (32 - DEPTH);
    for (let level = Math.max(0, same); level < DEPTH; level += 1) {
      if (level !== same) computeMiddle(level, leaf >>> (DEPTH - level));
      enterHalf(level, ((leaf >>> (DEPTH - level - 1)) & 1) === 1);
    }
    lastLeaf = leaf;
  };

  return (share, values) => {
    const leaf = Math.min(LEAVES - 1, Math.floor(share * LEAVES));
    findLeaf(leaf);
    const into = share * LEAVES - leaf;
    for (let column = 0, at = DEPTH * columns; column < columns; column += 1, at += 1)
      values[column] = (left[at] ?? 0) + into * ((right[at] ?? 0) - (left[at] ?? 0));
  };
}

/** Hashes the position of a draw with Murmur's finaliser. */
export function mixed(...words: readonly number[]): number {
  let state = SEED;
  for (const word of words) state = mixedWith(state, word);
  return state >>> 0;
}

const SEED = 0x9e3779b9;

function mixedWith(state: number, word: number): number {
  let next = Math.imul(state ^ word, 0x85ebca6b);
  next ^= next >>> 13;
  next = Math.imul(next, 0xc2b2ae35);
  return next ^ (next >>> 16);
}

export function uniform(state: number): number {
  return mixed(state) / UINT32;
}

/** Returns a normal variable for a hash. */
export function normal(state: number): number {
  // The same sum as of `mixed(state, index)`, without mixing the state again for each index.
  const own = mixedWith(SEED, state);
  let sum = -UNIFORMS / 2;
  for (let index = 0; index < UNIFORMS; index += 1) sum += (mixedWith(own, index) >>> 0) / UINT32;
  return sum;
}
