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
  const nodeOf = Array.from({ length: DEPTH }, () => -1);
  const middles = Array.from({ length: DEPTH }, () => new Float64Array(columns));
  const left = new Float64Array(columns);
  const right = new Float64Array(columns);

  const drawInto = (level: number, node: number) => {
    for (let column = 0; column < columns; column += 1)
      draws[column] = normal(mixed(seed, level, node, column));
  };
  const middleOf = (level: number, node: number) => {
    const middle = middles[level] ?? left;
    if (nodeOf[level] === node) return middle;
    drawInto(level, node);
    const deviation = Math.sqrt(1 / (4 << level));
    for (let column = 0; column < columns; column += 1) {
      let draw = 0;
      const row = correlate[column] ?? [];
      for (let factor = 0; factor <= column; factor += 1)
        draw += (row[factor] ?? 0) * (draws[factor] ?? 0);
      middle[column] = ((left[column] ?? 0) + (right[column] ?? 0)) / 2 + deviation * draw;
    }
    nodeOf[level] = node;
    // Discard cached nodes of deeper levels, which belong to a different interval.
    nodeOf.fill(-1, level + 1);
    return middle;
  };

  return (share, values) => {
    const leaf = Math.min(LEAVES - 1, Math.floor(share * LEAVES));
    left.fill(0);
    right.fill(0);
    for (let level = 0; level < DEPTH; level += 1) {
      const node = leaf >>> (DEPTH - level);
      const middle = middleOf(level, node);
      const isRight = ((leaf >>> (DEPTH - level - 1)) & 1) === 1;
      (isRight ? left : right).set(middle);
    }
    const into = share * LEAVES - leaf;
    for (let column = 0; column < columns; column += 1)
      values[column] = (left[column] ?? 0) + into * ((right[column] ?? 0) - (left[column] ?? 0));
  };
}

/** Hashes the position of a draw with Murmur's finaliser. */
export function mixed(...words: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const word of words) {
    state = Math.imul(state ^ word, 0x85ebca6b);
    state ^= state >>> 13;
    state = Math.imul(state, 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return state >>> 0;
}

export function uniform(state: number): number {
  return mixed(state) / UINT32;
}

function normal(state: number): number {
  let sum = -UNIFORMS / 2;
  for (let index = 0; index < UNIFORMS; index += 1) sum += mixed(state, index) / UINT32;
  return sum;
}
