/** The amounts from which withdrawals are reviewed. Read at each request; what applied is written down with the withdrawal. */
import type { Queryable } from "#platform";
import { postedLimits, reviewPostedByOthers } from "../posted-limits.ts";
import type { ReviewLimits } from "./review-rules.ts";

/** In force now. */
export async function reviewLimits(queryable: Queryable): Promise<ReviewLimits> {
  const { review } = await postedLimits(queryable);
  return { reviewSats: review.one, secondPersonSats: review.two };
}

/**
 * For what this user asks for now. Who posts limits is not let off by them: the last ones of somebody else count for him too,
 * whichever are lower.
 */
export async function reviewLimitsFor(queryable: Queryable, userId: string): Promise<ReviewLimits> {
  const posted = await reviewLimits(queryable);
  const { one, two } = await reviewPostedByOthers(queryable, userId);
  return {
    reviewSats: one < posted.reviewSats ? one : posted.reviewSats,
    secondPersonSats: two < posted.secondPersonSats ? two : posted.secondPersonSats,
  };
}
