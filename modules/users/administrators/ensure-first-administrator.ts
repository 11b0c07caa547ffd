/**
 * Ensures that an installation can get its first administrator. If there is none at the start,
 * creates one from the configuration, or creates a one-time link that grants the role to the
 * signed-in user who opens it. There is no default administrator and no default password.
 */
import { StartError } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { HOUSE } from "../passwords/password-hasher.ts";
import { passwordFault } from "../passwords/password-rules.ts";
import { createUser } from "../people/create-user.ts";
import { normalEmail } from "../people/email-address.ts";
import { findUserByEmail } from "../people/users-table.ts";
import { recordFirstAdministrator } from "./record-first-administrator.ts";
import {
  dropSetupToken,
  hasAdministrator,
  insertAdministrator,
  lockAdministrators,
  replaceSetupToken,
} from "./setup-table.ts";

export interface FirstAdministrator {
  readonly email: string;
  readonly password: string;
}

/**
 * Returns the set-up link to print, or undefined if there is an administrator. An existing account
 * with the address ADMIN_EMAIL is promoted only if its password is ADMIN_PASSWORD, because sign-up
 * does not verify addresses. Throws a StartError if the configuration is invalid.
 */
export async function ensureFirstAdministrator(
  deps: UsersDeps,
  configured: FirstAdministrator | undefined,
): Promise<string | undefined> {
  if (await hasAdministrator(deps.database)) return undefined;
  // With a hosted service, a user created by this process could never sign in.
  if (!configured || deps.hosted) return printableLink(deps);
  // Normalised in the same way as at sign-in, so that the administrator can sign in.
  const email = normalEmail(configured.email);
  if (email === undefined)
    throw new StartError(
      "ADMIN_EMAIL must be a complete e-mail address, such as admin@example.org.",
    );
  const fault = passwordFault(configured.password, email);
  if (fault) throw new StartError(`ADMIN_PASSWORD: ${fault.message}`);
  const passwordHash = await deps.hasher.hash(HOUSE, configured.password);
  const existing = await findUserByEmail(deps.database, email);
  const isOwner =
    existing !== undefined &&
    (await deps.hasher.verify(HOUSE, existing.encrypted_password, configured.password));
  if (existing && !isOwner)
    throw new StartError("ADMIN_EMAIL belongs to an account with another password.");

  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await lockAdministrators(tx);
    if (await hasAdministrator(tx)) return;
    const metadata = { name: "Administrator" };
    const user = existing ?? (await createUser(tx, deps, { email, passwordHash, metadata, now }));
    if (!user) throw new StartError("ADMIN_EMAIL was taken while the server started. Start again.");
    await insertAdministrator(tx, { userId: user.id, now });
    await dropSetupToken(tx);
    await recordFirstAdministrator(tx, { userId: user.id, by: "settings", at: now });
  });
  return undefined;
}

async function printableLink(deps: UsersDeps): Promise<string | undefined> {
  const token = await deps.database.transaction(async (tx) => {
    await lockAdministrators(tx);
    return (await hasAdministrator(tx)) ? undefined : replaceSetupToken(tx, deps.clock.now());
  });
  return token && `${deps.siteUrl}/register#setup=${token}`;
}
