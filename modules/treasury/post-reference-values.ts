/**
 * Posts new reference values, effective immediately. Time before the change is paid at the old
 * values, because rows are never backdated and no payout runs while a row is written.
 */
import { newId, type Clock, type DatabaseTransaction } from "#platform";
import {
  insertReferenceValues,
  lockReferenceValues,
  recentReferenceValues,
} from "./reference-values-table.ts";
import type { ReferenceValues } from "./reference-values.ts";

type Change = Partial<Omit<ReferenceValues, "id" | "validFrom" | "source" | "setBy">> & {
  readonly source: string;
  /** Administrator who made the change, or the platform. */
  readonly setBy: string;
};

/** Posts the values within the caller's transaction. Omitted values do not change. */
export async function postReferenceValues(
  tx: DatabaseTransaction,
  clock: Clock,
  change: Change,
): Promise<ReferenceValues> {
  await lockReferenceValues(tx);
  const now = clock.now();
  const [latest] = await recentReferenceValues(tx, 1);
  if (!latest) throw new Error("the initial reference values are missing");
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
