/**
 * Gives the administrator role to a user. One administrator must not be able to act as two, so all
 * administrators (including the giver and disabled ones) get a message, and another one must
 * confirm the role if there is one to ask. The requirement is stored with the role and stays even
 * if that other administrator is removed later.
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
  /** Administrators who received a message about the role. */
  readonly notifiedIds: readonly string[];
}

/** Call `requireAuthority` first. Throws 409 `trial_no_role`. */
export async function giveRole(
  tx: DatabaseTransaction,
  deps: AuthorityDeps,
  { userId, giver, now }: RoleRequest,
): Promise<RoleGrant> {
  const person = await findUserById(tx, userId);
  // Only a session opens such an account, and it may be deleted after a week.
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
 * A hosted sign-in service does not report who has a second factor. The level of the session
 * decides later.
 */
export function hasFactor(role: RoleRow, { hosted }: AuthorityDeps): boolean {
  return hosted !== undefined || role.hasFactor;
}

/**
 * For a message: when an administrator with a second factor and this role can make decisions about
 * money.
 */
export function whenWords(role: RoleFacts, deps: AuthorityDeps, now: Date): string {
  const { state, from } = authorityOf(role, { hasSecondFactor: true, ...termsOf(deps, now) });
  const time = from === null ? "immediately" : `from ${utcText(from)}`;
  return state === "authority_unconfirmed"
    ? `${time}, but only after another administrator, not the one who gave the role, has confirmed it on the user's page in Users`
    : time;
}
