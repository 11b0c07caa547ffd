/** The length of a run, chosen on the command line. Every part obeys it. */

/** `short` only shows that a part works: its populations are too small for a judgement. */
export type Size = "full" | "short";

export interface Plan {
  readonly size: Size;
  readonly rounds: number;
  /** Length of one cell. */
  readonly seconds: number;
  readonly random: () => number;
  /** Runs after the part, in reverse order and also if the part fails. */
  readonly cleanUp: AsyncDisposableStack;
}
