/**
 * The sums of 24 hours from which withdrawals are reviewed. Read at each request; what applied is
 * written down with the withdrawal.
 */
import type { DatabaseTransaction, Queryable, TermsMoment } from "#platform";
import { approvalsRequiredFor, type ReviewLimits } from "../approvals/approval-rules.ts";
import { postedReview } from "./posted-limits.ts";
import { askedSatsOf, sumOf } from "./withdrawal-limits.ts";

/** In force now. */
export async function reviewLimits(
  queryable: Queryable,
  moment: TermsMoment,
): Promise<ReviewLimits> {
  const review = await postedReview(queryable, moment);
  return { reviewSats: review.one, secondPersonSats: review.two };
}

/**
 * For what this user asks for now. Who posts limits is not let off by them: the last ones of
 * somebody else count for that person too, whichever are lower.
 */
export async function reviewLimitsFor(
  queryable: Queryable,
  { userId, ...moment }: TermsMoment & { readonly userId: string },
): Promise<ReviewLimits> {
  const posted = await reviewLimits(queryable, moment);
  const { one, two } = await postedReview(queryable, { ...moment, exceptBy: userId });
  return {
    reviewSats: one < posted.reviewSats ? one : posted.reviewSats,
    secondPersonSats: two < posted.secondPersonSats ? two : posted.secondPersonSats,
  };
}

/**
 * What this request makes with all that its user asked for in 24 hours, and how many have to
 * approve it. To be asked under the lock of `refuseBeyondLimits`: requests of one user are counted
 * one after the other.
 */
export async function reviewNeededFor(
  tx: DatabaseTransaction,
  asked: TermsMoment & { readonly userId: string; readonly amountSats: bigint },
): Promise<{ readonly daySats: bigint; readonly approvalsRequired: number }> {
  const { userId, amountSats, now, waitHours } = asked;
  const daySats = sumOf(await askedSatsOf(tx, userId, now)) + amountSats;
  const limits = await reviewLimitsFor(tx, { userId, now, waitHours });
  return { daySats, approvalsRequired: approvalsRequiredFor(daySats, limits) };
}
