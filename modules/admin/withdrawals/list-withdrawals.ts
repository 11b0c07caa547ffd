/**
 * Returns the withdrawal queue for an administrator, with the users' e-mail addresses and the
 * reasons that prevent an approval.
 */
import type { Caller } from "#api/route";
import { callersAuthority, findEmails, withSecondFactor } from "#users";
import { listWithdrawalQueue, reviewLimits, type QueuedWithdrawal } from "#wallet";
import type { AdminDeps } from "../office/deps.ts";

interface QueueQuery {
  readonly filter: "waiting" | "reviewed" | "all";
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export async function listWithdrawalsForAdministrator(
  deps: Pick<AdminDeps, "clock" | "database" | "hosted" | "limits">,
  caller: Caller,
  { filter, cursor, limit }: QueueQuery,
) {
  const { database, clock, limits } = deps;
  const now = clock.now();
  const authority = await callersAuthority(database, deps, { caller, now });
  const page = await listWithdrawalQueue(database, { filter, cursor, limit, now });
  const people = page.items.flatMap(({ userId, approvals }) => [
    userId,
    ...approvals.map(({ administratorId }) => administratorId),
  ]);
  const emails = await findEmails(database, [...new Set(people)]);
  const owners = [...new Set(page.items.map(({ userId }) => userId))];
  const secured = deps.hosted ? null : await withSecondFactor(database, owners);
  return {
    ...page,
    ...(await reviewLimits(database, { now, waitHours: limits.administratorWaitHours })),
    items: page.items.map(({ requestedAt, approvals, ...withdrawal }) => ({
      ...withdrawal,
      userEmail: emails.get(withdrawal.userId) ?? null,
      hasSecondFactor: secured && secured.has(withdrawal.userId),
      createdAt: requestedAt,
      approvals: approvals.map(({ administratorId, approvedAt }) => ({
        administratorId,
        email: emails.get(administratorId) ?? null,
        at: approvedAt,
      })),
      obstacle: obstacleOf({ ...withdrawal, approvals }, caller, authority),
    })),
  };
}

/** Returns why the administrator cannot decide, so that the page can show the reason in advance. */
function obstacleOf(
  withdrawal: Pick<QueuedWithdrawal, "userId" | "approvals" | "isWaiting" | "heldBackFor">,
  caller: Caller,
  authority: Awaited<ReturnType<typeof callersAuthority>>,
) {
  const { userId, approvals, isWaiting, heldBackFor } = withdrawal;
  if (userId === caller.userId) return "own" as const;
  if (approvals.some(({ administratorId }) => administratorId === caller.userId))
    return "already_approved" as const;
  const state = authority?.state ?? "second_factor_required";
  if (state !== "second_factor_required" && isWaiting && heldBackFor === "own_spend")
    return "may_be_paid" as const;
  return state === "full" ? null : state;
}
