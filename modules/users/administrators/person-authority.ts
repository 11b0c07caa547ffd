/**
 * Returns a user's authority to make decisions about money, for the user's page, and whether the
 * viewing administrator may confirm the user's role.
 */
import type { Caller } from "#api/route";
import type { Queryable } from "#platform";
import { authorityOf, isConfirmed } from "./authority.ts";
import { obstacleToConfirm } from "./confirm-role.ts";
import { hasFactor } from "./give-role.ts";
import { findEmails } from "./people-table.ts";
import { callersAuthority, termsOf, type AuthorityDeps } from "./require-authority.ts";
import { findRole, type RoleRow } from "./roles-table.ts";

/** Returns the authority, or null if the user is not an administrator. */
export async function personAuthority(
  queryable: Queryable,
  deps: AuthorityDeps,
  query: { readonly userId: string; readonly caller: Caller; readonly now: Date },
) {
  const { userId, now } = query;
  const role = await findRole(queryable, userId);
  if (!role) return null;
  const { grantedAt, grantedBy } = role;
  const emails = await findEmails(queryable, grantedBy === null ? [] : [grantedBy]);
  return {
    ...authorityOf(role, { hasSecondFactor: hasFactor(role, deps), ...termsOf(deps, now) }),
    grantedAt,
    grantedByEmail: grantedBy === null ? null : (emails.get(grantedBy) ?? null),
    confirmable: isConfirmed(role) ? null : await confirmableBy(queryable, deps, role, query),
  };
}

async function confirmableBy(
  queryable: Queryable,
  deps: AuthorityDeps,
  role: RoleRow,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
) {
  const obstacle = obstacleToConfirm({ ...role, byUserId: caller.userId });
  if (obstacle) return obstacle;
  const authority = await callersAuthority(queryable, deps, { caller, now });
  return authority?.state === "full" ? ("yes" as const) : ("no_authority" as const);
}
