/**
 * The sums of 24 hours from which withdrawals are reviewed. Read at each request; what applied is
 * written down with the withdrawal.
 */
import type { DatabaseTransaction, Queryable, TermsMoment } from "#platform";
import { approvalsRequiredFor, type ReviewLimits } from "../approvals/approval-rules.ts";
import { postedReview } from "./posted-limits.ts";
import { sumOf, type AskedSats } from "./withdrawal-limits.ts";

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
  const [posted, { one, two }] = await Promise.all([
    reviewLimits(queryable, moment),
    postedReview(queryable, { ...moment, exceptBy: userId }),
  ]);
  return {
    reviewSats: one < posted.reviewSats ? one : posted.reviewSats,
    secondPersonSats: two < posted.secondPersonSats ? two : posted.secondPersonSats,
  };
}

/**
 * What this request makes with all that its user asked for in 24 hours, and how many have to
 * approve it. `asked` as `refuseBeyondLimits` tells it: requests of one user are counted one after
 * the other.
 */
export async function reviewNeededFor(
  tx: DatabaseTransaction,
  request: TermsMoment & {
    readonly userId: string;
    readonly amountSats: bigint;
    readonly asked: AskedSats;
  },
): Promise<{ readonly daySats: bigint; readonly approvalsRequired: number }> {
  const { userId, amountSats, now, waitHours, asked } = request;
  const daySats = sumOf(asked) + amountSats;
  const limits = await reviewLimitsFor(tx, { userId, now, waitHours });
  return { daySats, approvalsRequired: approvalsRequiredFor(daySats, limits) };
}
