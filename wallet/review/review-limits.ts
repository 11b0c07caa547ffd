/** The amounts from which withdrawals are reviewed. Read at each request; what applied is written down with the withdrawal. */
import type { Queryable } from "#platform";
import { postedLimits } from "../posted-limits.ts";
import type { ReviewLimits } from "./review-rules.ts";

/** In force now. */
export async function reviewLimits(queryable: Queryable): Promise<ReviewLimits> {
  const { review } = await postedLimits(queryable);
  return { reviewSats: review.one, secondPersonSats: review.two };
}
