/** Reads the USD/BTC rates of the reference values. */
import { usdText, type DatedRate } from "#economics";
import type { Queryable } from "#platform";
import { allReferenceValues, referenceValuesAt } from "./reference-values-table.ts";

/**
 * Returns the rate in force at `now`, in USD per BTC, as decimal text. The wallet uses it to show a
 * withdrawal's value.
 */
export async function referenceRate(queryable: Queryable, now: Date): Promise<string> {
  const { centsPerBtc } = await referenceValuesAt(queryable, now);
  return usdText(centsPerBtc);
}

/** Returns all rates since the start, oldest first. */
export async function referenceRates(queryable: Queryable): Promise<readonly DatedRate[]> {
  return allReferenceValues(queryable);
}
