/** Computes the rounds' medians and spreads and prints the results as a table. */
import type { Goal } from "./goals.ts";
import type { Rate } from "./yardstick.ts";

export interface Line {
  readonly id: string;
  readonly what: string;
  /**
   * Median of the rounds' ratios. A ratio's two figures are measured shortly after each other, so
   * other load on the machine affects both.
   */
  readonly value: number;
  /** The bound on the ratio that `--check` enforces. */
  readonly gate: string;
  /** The value of the ratio to aim for. It is not enforced. */
  readonly goal: string;
  readonly isGoalMet: boolean;
  /**
   * True if the ratio meets the gate. Null in a short run, or if pgbench was not available for
   * comparison.
   */
  readonly pass: boolean | null;
  readonly rounds: number;
  readonly spread: readonly [number, number];
}

export interface Judging {
  readonly isFull: boolean;
  readonly hasYardstick: boolean;
}

export function judge<R>(goal: Goal<R>, rounds: readonly R[], judging: Judging): Line {
  const ratios = rounds.map(goal.ratio);
  const value = median(ratios);
  const meets = (bound: number) => (goal.isAtLeast ? value >= bound : value <= bound);
  const isJudged = judging.isFull && (judging.hasYardstick || !goal.needsYardstick);
  const text = (bound: number) => `${goal.isAtLeast ? ">=" : "<="} ${bound}`;
  return {
    id: goal.id,
    what: goal.what,
    value: rounded(value),
    gate: text(goal.gate),
    goal: text(goal.goal),
    isGoalMet: meets(goal.goal),
    pass: isJudged ? meets(goal.gate) : null,
    rounds: rounds.length,
    spread: [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))],
  };
}

/** All measurements of a round, by name. */
export type Cells = Readonly<
  Record<
    string,
    Rate & { readonly p50Ms?: number; readonly p99Ms?: number; readonly megabytes?: number }
  >
>;

export function table(lines: readonly Line[], rounds: readonly Cells[]): string {
  const rows = lines.map((line) => [
    line.id,
    line.what,
    line.value.toFixed(2),
    line.gate,
    line.pass === null ? "not judged" : line.pass ? "pass" : "MISS",
    line.goal,
    line.pass === null ? "" : line.isGoalMet ? "reached" : "not reached",
    `${line.spread[0].toFixed(2)}-${line.spread[1].toFixed(2)}`,
  ]);
  const cells = Object.entries(medianRound(rounds)).map(([name, cell]) => {
    const share = (of: string, ms: number | undefined): string =>
      ms === undefined ? "" : `, ${of} ${ms.toFixed(2)} ms`;
    const shares = share("p50", cell.p50Ms) + share("p99", cell.p99Ms);
    const size = cell.megabytes === undefined ? "" : `, ${cell.megabytes.toFixed(1)} MB`;
    return `  ${name.padEnd(14)} ${cell.perSecond.toFixed(0).padStart(7)}/s, mean ${meanText(cell)}${shares}${size}`;
  });
  return [
    columns([["", "ratio", "value", "gate", "", "goal", "", "spread"], ...rows]),
    "",
    ...cells,
  ].join("\n");
}

/** Formats means below a hundredth of a millisecond in microseconds. */
function meanText({ meanMs }: Rate): string {
  return meanMs < 0.01 ? `${(meanMs * 1_000).toFixed(2)} µs` : `${meanMs.toFixed(2)} ms`;
}

function columns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function medianRound(rounds: readonly Cells[]): Cells {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const cells = rounds.map(
        (round) => round[name] as unknown as Readonly<Record<string, number>>,
      );
      const fields = Object.keys(cells[0] ?? {});
      return [
        name,
        Object.fromEntries(
          fields.map((field) => [field, median(cells.map((cell) => cell[field] ?? Number.NaN))]),
        ),
      ];
    }),
  ) as unknown as Cells;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
