/**
 * Lets an administrator create an account for a user. The administrator receives an initial
 * password to pass on to the user.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { passwordFault } from "../passwords/password-rules.ts";
import { createUser } from "../people/create-user.ts";
import { markInitialPassword } from "../people/users-table.ts";
import { normalEmail } from "../people/email-address.ts";
import { userRefusals } from "../rules/refusals.ts";
import { giveRole, type RoleGrant } from "./give-role.ts";
import { requireAuthority } from "./require-authority.ts";

export interface PreparedPerson {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isAdmin: boolean;
}

/**
 * Validates the input and hashes the password. Hashing is slow, so call this before the
 * transaction. Throws 422.
 */
export async function preparePerson(
  { hasher, hosted }: Pick<UsersDeps, "hasher" | "hosted">,
  person: { name: string; email: string; password: string; isAdmin: boolean; by: string },
): Promise<PreparedPerson> {
  if (hosted) throw userRefusals.managed_elsewhere();
  const email = normalEmail(person.email);
  if (email === undefined) throw userRefusals.invalid_email();
  const fault = passwordFault(person.password, email);
  if (fault) throw userRefusals.weak_password({ fault: fault.message });
  const { name, isAdmin } = person;
  return { name, email, isAdmin, passwordHash: await hasher.hash(person.by, person.password) };
}

/**
 * Creates the account. Returns the new user's id and, if the user becomes an administrator, the
 * role grant. Throws 409 `email_taken` and, for a new administrator, the refusals of
 * `requireAuthority`.
 */
export async function addPerson(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "hosted" | "limits" | "siteUrl">,
  person: PreparedPerson & { readonly caller: Caller; readonly now: Date },
): Promise<{ readonly userId: string; readonly roleGrant: RoleGrant | undefined }> {
  const { name, email, passwordHash, isAdmin, caller, now } = person;
  if (isAdmin) await requireAuthority(tx, deps, { caller, now });
  const metadata = { name, is_admin: false };
  const user = await createUser(tx, deps, { email, passwordHash, metadata, now });
  if (!user) throw userRefusals.email_taken();
  const userId = user.id;
  await markInitialPassword(tx, userId);
  const at = now.toISOString();
  await deliver(tx, { userId, template: "account_opened", values: { at }, now });
  const roleGrant = isAdmin ? await giveRole(tx, deps, { userId, giver: caller, now }) : undefined;
  return { userId, roleGrant };
}
