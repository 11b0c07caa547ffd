/**
 * Grants the administrator role to a user. To prevent one administrator from acting as two, all
 * administrators (including the granting administrator and disabled ones) receive a message, and
 * another administrator must confirm the role if one is available. The requirement is stored with
 * the role and stays in force even if that other administrator is removed later.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import { utcText, type DatabaseTransaction } from "#platform";
import { findUserById } from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { authorityOf, canBeAsked, type RoleFacts } from "./authority.ts";
import { termsOf, type AuthorityDeps } from "./require-authority.ts";
import { findRole, findRoles, insertRole, type RoleRow } from "./roles-table.ts";

export interface RoleRequest {
  readonly userId: string;
  readonly giver: Caller;
  readonly now: Date;
}

export interface RoleGrant {
  readonly needsConfirmation: boolean;
  /** Ids of the administrators who received a message about the role. */
  readonly notifiedIds: readonly string[];
}

/**
 * Grants the role. Call `requireAuthority` first. Throws 409 `trial_no_role` for an anonymous
 * account.
 */
export async function giveRole(
  tx: DatabaseTransaction,
  deps: AuthorityDeps,
  { userId, giver, now }: RoleRequest,
): Promise<RoleGrant> {
  const person = await findUserById(tx, userId);
  // An anonymous account is accessible only through its session and may be deleted after a week.
  if (person?.is_anonymous) throw userRefusals.trial_no_role();
  const administrators = await findRoles(tx);
  const isAsked = (role: RoleRow) =>
    role.userId !== giver.userId &&
    (role.bannedUntil === null || role.bannedUntil <= now) &&
    canBeAsked(role, { hasSecondFactor: hasFactor(role, deps), ...termsOf(deps, now) });
  const needsConfirmation = administrators.some(isAsked);
  await insertRole(tx, { userId, grantedAt: now, grantedBy: giver.userId, needsConfirmation });
  const role = await findRole(tx, userId);
  if (!role) throw new Error("the role vanished under its lock");
  const values = { giver: giver.email, when: whenWords(role, deps, now), at: now.toISOString() };
  await deliver(tx, { userId, template: "role_given", values, now });
  const notifiedIds = administrators.map((one) => one.userId);
  for (const administrator of notifiedIds)
    await deliver(tx, {
      userId: administrator,
      template: "role_given_to_other",
      values: { ...values, person: person?.email ?? "" },
      now,
    });
  return { needsConfirmation, notifiedIds };
}

/**
 * Returns true if the administrator may have two-factor authentication. A hosted sign-in service
 * does not report which users have it, so the session's level is checked later instead.
 */
export function hasFactor(role: RoleRow, { hosted }: AuthorityDeps): boolean {
  return hosted !== undefined || role.hasFactor;
}

/**
 * Returns a sentence for messages that states when an administrator with this role and two-factor
 * authentication can make decisions about money.
 */
export function whenWords(role: RoleFacts, deps: AuthorityDeps, now: Date): string {
  const { state, from } = authorityOf(role, { hasSecondFactor: true, ...termsOf(deps, now) });
  const time = from === null ? "immediately" : `from ${utcText(from)}`;
  return state === "authority_unconfirmed"
    ? `${time}, but only after another administrator, not the one who gave the role, has confirmed it on the user's page in Users`
    : time;
}
