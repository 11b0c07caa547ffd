/** The queue of withdrawals for one administrator: with addresses of people, and what keeps him from approving. */
import type { Caller } from "#api-schema/route";
import { findEmails } from "#users";
import { listWithdrawalQueue, reviewLimits, type QueuedWithdrawal } from "#wallet";
import type { AdminParts } from "../parts.ts";

interface QueueQuery {
  readonly filter: "waiting" | "reviewed" | "all";
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export async function listWithdrawalsForAdministrator(
  { database, clock }: Pick<AdminParts, "clock" | "database">,
  caller: Caller,
  { filter, cursor, limit }: QueueQuery,
) {
  const now = clock.now();
  const page = await listWithdrawalQueue(database, { filter, cursor, limit, now });
  const people = page.items.flatMap(({ userId, approvals }) => [
    userId,
    ...approvals.map(({ administratorId }) => administratorId),
  ]);
  const emails = await findEmails(database, [...new Set(people)]);
  return {
    ...page,
    ...(await reviewLimits(database)),
    items: page.items.map(({ requestedAt, approvals, ...withdrawal }) => ({
      ...withdrawal,
      userEmail: emails.get(withdrawal.userId) ?? null,
      createdAt: requestedAt,
      approvals: approvals.map(({ administratorId, approvedAt }) => ({
        administratorId,
        email: emails.get(administratorId) ?? null,
        at: approvedAt,
      })),
      obstacle: obstacleOf({ userId: withdrawal.userId, approvals }, caller),
    })),
  };
}

/** Said before the press, not after. */
function obstacleOf(
  { userId, approvals }: Pick<QueuedWithdrawal, "userId" | "approvals">,
  caller: Caller,
) {
  if (userId === caller.userId) return "own" as const;
  if (approvals.some(({ administratorId }) => administratorId === caller.userId))
    return "already_approved" as const;
  return caller.aal === "aal2" ? null : ("second_factor_required" as const);
}
