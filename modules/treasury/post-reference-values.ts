/**
 * Posts new reference values, from now on. What was earned before stays paid by the old ones: a row
 * never reaches back, and no payout is under way while it is written.
 */
import { newId, type Clock, type DatabaseTransaction } from "#platform";
import {
  insertReferenceValues,
  lockReferenceValues,
  recentReferenceValues,
} from "./reference-values-table.ts";
import type { ReferenceValues } from "./reference-values.ts";

type Change = Partial<Omit<ReferenceValues, "id" | "validFrom" | "source" | "setBy">> & {
  /** Where the numbers come from. */
  readonly source: string;
  /** Who set them. */
  readonly setBy: string;
};

/** Inside the transaction of whoever changes them. Values that are not given stay as they are. */
export async function postReferenceValues(
  tx: DatabaseTransaction,
  clock: Clock,
  change: Change,
): Promise<ReferenceValues> {
  await lockReferenceValues(tx);
  const now = clock.now();
  const [latest] = await recentReferenceValues(tx, 1);
  if (!latest) throw new Error("the starting reference values are missing");
  const earliest = latest.validFrom.getTime() + 1;
  const values: ReferenceValues = {
    ...latest,
    ...change,
    id: newId("ref", now),
    validFrom: new Date(Math.max(now.getTime(), earliest)),
  };
  await insertReferenceValues(tx, values);
  return values;
}
