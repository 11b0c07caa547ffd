/** The amounts from which withdrawals are reviewed. Read at each request; what applied is written down with the withdrawal. */
import { withdrawalLimits } from "#api-schema/limits";
import type { Queryable } from "#platform";
import type { ReviewLimits } from "./review-rules.ts";

/** In force now. */
export async function reviewLimits(_queryable: Queryable): Promise<ReviewLimits> {
  const { reviewSats, secondPersonSats } = withdrawalLimits;
  return { reviewSats, secondPersonSats };
}
