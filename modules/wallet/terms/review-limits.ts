/**
 * Reads the 24-hour totals from which withdrawals are reviewed. They are read for each request, and
 * the resulting number of approvals is stored with the withdrawal.
 */
import type { Queryable, TermsMoment } from "#platform";
import type { ReviewLimits } from "../approvals/approval-rules.ts";
import { postedReview, reviewPostersAmong } from "./posted-limits.ts";

export async function reviewLimits(
  queryable: Queryable,
  moment: TermsMoment,
): Promise<ReviewLimits> {
  const review = await postedReview(queryable, moment);
  return { reviewSats: review.one, secondPersonSats: review.two };
}

/**
 * Returns each user's limits. Administrators cannot benefit from limits that they set themselves:
 * their limits are the lower of the current limits and the last limits set by another
 * administrator.
 */
export async function reviewLimitsOf(
  queryable: Queryable,
  userIds: readonly string[],
  moment: TermsMoment,
): Promise<(userId: string) => ReviewLimits> {
  const [posted, posters] = await Promise.all([
    reviewLimits(queryable, moment),
    reviewPostersAmong(queryable, userIds),
  ]);
  const { reviewSats, secondPersonSats } = posted;
  const lowerForUser = async (userId: string) => {
    const { one, two } = await postedReview(queryable, { ...moment, exceptBy: userId });
    return {
      reviewSats: one < reviewSats ? one : reviewSats,
      secondPersonSats: two < secondPersonSats ? two : secondPersonSats,
    };
  };
  const ofPosters = new Map(
    await Promise.all(
      [...posters].map(async (userId) => [userId, await lowerForUser(userId)] as const),
    ),
  );
  return (userId) => ofPosters.get(userId) ?? posted;
}

export async function reviewLimitsFor(
  queryable: Queryable,
  { userId, ...moment }: TermsMoment & { readonly userId: string },
): Promise<ReviewLimits> {
  return (await reviewLimitsOf(queryable, [userId], moment))(userId);
}
