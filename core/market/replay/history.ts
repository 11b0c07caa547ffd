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
  const moves = movesBefore(fixings, row, CORRELATION_ROWS);
  const recent = moves.slice(-DEVIATION_ROWS);
  const columns = EURO_COLUMNS.map((_, column) => column);
  const deviations = columns.map((column) =>
    Math.max(DEVIATION_MIN, Math.sqrt(meanOf(recent, (move) => product(move, column, column)))),
  );
  const roots = columns.map((column) =>
    Math.max(DEVIATION_MIN, Math.sqrt(meanOf(moves, (move) => product(move, column, column)))),
  );
  const correlation = columns.map((a) =>
    columns.map((b) =>
      a === b
        ? 1 + OWN_PART
        : meanOf(moves, (move) => product(move, a, b)) / (roots[a] ?? 1) / (roots[b] ?? 1),
    ),
  );
  return { deviations, correlate: triangular(correlation) };
}

function movesBefore(fixings: readonly Fixing[], row: number, count: number): number[][] {
  const rows = fixings.slice(Math.max(0, row - count), row + 1);
  return rows
    .slice(1)
    .map(({ perEuro }, index) =>
      perEuro.map((rate, column) => rate / (rows[index]?.perEuro[column] ?? rate) - 1),
    );
}

function product(move: readonly number[], a: number, b: number): number {
  return (move[a] ?? 0) * (move[b] ?? 0);
}

function meanOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0) / values.length;
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
