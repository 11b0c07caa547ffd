/**
 * Computes volatility and correlation before a fixing, from each currency's rate against the euro.
 * Deviations use 60 rows. Correlation uses 120 rows and is returned as a lower triangular
 * (Cholesky) factor.
 */
import { EURO_COLUMNS, type Fixing } from "../fixings/fixings.ts";

export interface History {
  /** Relative daily deviations. */
  readonly deviations: readonly number[];
  readonly correlate: readonly (readonly number[])[];
}

const DEVIATION_ROWS = 60;
const CORRELATION_ROWS = 120;
/**
 * Lower bound for deviations. A pegged currency hardly moves, but its correlation can only be
 * computed from some movement.
 */
const DEVIATION_MIN = 1e-5;
/** Independent variance added to every column, so that the Cholesky factor always exists. */
const OWN_PART = 1e-6;

/**
 * Returns the volatility and correlation before a row, or undefined if there are too few earlier
 * rows.
 */
export function historyOf(fixings: readonly Fixing[], row: number): History | undefined {
  if (row < 2) return undefined;
  const moves = movesOf(fixings);
  const first = Math.max(0, row - CORRELATION_ROWS);
  const recent = Math.max(first, row - DEVIATION_ROWS);
  const deviation = (from: number, column: number) =>
    Math.max(DEVIATION_MIN, Math.sqrt(meanProduct(moves, { from, to: row }, column, column)));
  const deviations = EURO_COLUMNS.map((_, column) => deviation(recent, column));
  const roots = EURO_COLUMNS.map((_, column) => deviation(first, column));
  // The lower triangle is all that its Cholesky factor depends on.
  const correlation = roots.map((root, a) =>
    roots
      .slice(0, a + 1)
      .map((other, b) =>
        a === b ? 1 + OWN_PART : meanProduct(moves, { from: first, to: row }, a, b) / root / other,
      ),
  );
  return { deviations, correlate: triangular(correlation) };
}

const COLUMNS = EURO_COLUMNS.length;
const movesOfFixings = new WeakMap<readonly Fixing[], Float64Array>();

/** Returns the relative moves after each row, row by row. Cached, because charts need many rows. */
function movesOf(fixings: readonly Fixing[]): Float64Array {
  const existing = movesOfFixings.get(fixings);
  if (existing) return existing;
  const moves = new Float64Array(fixings.length * COLUMNS);
  for (let row = 1; row < fixings.length; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const rate = fixings[row]?.perEuro[column] ?? 1;
      const before = fixings[row - 1]?.perEuro[column] ?? rate;
      moves[(row - 1) * COLUMNS + column] = rate / before - 1;
    }
  movesOfFixings.set(fixings, moves);
  return moves;
}

/** Returns the mean product of two columns' moves between two rows. */
function meanProduct(
  moves: Float64Array,
  { from, to }: { readonly from: number; readonly to: number },
  a: number,
  b: number,
): number {
  let sum = 0;
  for (let at = from * COLUMNS; at < to * COLUMNS; at += COLUMNS)
    sum += (moves[at + a] ?? 0) * (moves[at + b] ?? 0);
  return sum / (to - from);
}

function triangular(matrix: readonly (readonly number[])[]): number[][] {
  const lower: number[][] = [];
  for (const [a, row] of matrix.entries()) {
    const own: number[] = [];
    for (let b = 0; b <= a; b += 1) {
      const other = b === a ? own : (lower[b] ?? []);
      let remainder = row[b] ?? 0;
      for (let k = 0; k < b; k += 1) remainder -= (own[k] ?? 0) * (other[k] ?? 0);
      own.push(b === a ? Math.sqrt(Math.max(OWN_PART, remainder)) : remainder / (other[b] ?? 1));
    }
    lower.push(own);
  }
  return lower;
}
