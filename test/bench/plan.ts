/**
 * Defines the length of a run, as chosen on the command line. All parts of the benchmark use these
 * values.
 */

/** A `short` run only shows that a part works. Its data is too small for meaningful figures. */
export type Size = "full" | "short";

export interface Plan {
  readonly size: Size;
  readonly rounds: number;
  /** Duration of one measurement, in seconds. */
  readonly seconds: number;
  readonly random: () => number;
  /** Clean-up steps, which run after the part in reverse order, even if the part fails. */
  readonly cleanUp: AsyncDisposableStack;
}
