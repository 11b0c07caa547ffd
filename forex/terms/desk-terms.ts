/** What administrators posted about the desk, at a time. */
import type { Queryable } from "#platform";

export interface DeskTerms {
  /** Of both sides of a position, a year, in 10^-6. */
  readonly markUp: number;
  /** Of what is changed between BTC and USD. */
  readonly costBasisPoints: bigint;
  readonly takesOrders: boolean;
}

export async function deskTermsAt(_queryable: Queryable, _now: Date): Promise<DeskTerms> {
  return { markUp: 10_000, costBasisPoints: 25n, takesOrders: true };
}
