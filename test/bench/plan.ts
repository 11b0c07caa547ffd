/** The length of a run, as chosen on the command line. Every part uses it. */

/**
 * A `short` run only shows that a part works. Its populations are too small to judge the figures.
 */
export type Size = "full" | "short";

export interface Plan {
  readonly size: Size;
  readonly rounds: number;
  /** Duration of one measurement. */
  readonly seconds: number;
  readonly random: () => number;
  /** Clean-up steps, which run after the part in reverse order, even if the part fails. */
  readonly cleanUp: AsyncDisposableStack;
}
