/** The rates of USD and BTC that the reference values set. */
import { usdText, type DatedRate } from "#economics";
import type { Queryable } from "#platform";
import { allReferenceValues, referenceValuesAt } from "./reference-values-table.ts";

/**
 * In force at `now`, USD per BTC as decimal text: what the wallet shows a withdrawal to be worth.
 */
export async function referenceRate(queryable: Queryable, now: Date): Promise<string> {
  const { centsPerBtc } = await referenceValuesAt(queryable, now);
  return usdText(centsPerBtc);
}

/** Every one that was ever in force, oldest first. */
export async function referenceRates(queryable: Queryable): Promise<readonly DatedRate[]> {
  return allReferenceValues(queryable);
}
