/**
 * Turns an anonymous user into a full account with the same id and data. The owner must be able to
 * prove their identity later, with a password or, with a mail server, by e-mail.
 */
import { changeAddress } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { dropOneTimeTokens } from "./one-time-tokens-table.ts";
import { BY_EMAIL, identityOf, welcome } from "../people/create-user.ts";
import { insertIdentity, saveFirstEmail, type UserRow } from "../people/users-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";

const PASSWORD_NEEDED =
  "This installation sends no mail, so an e-mail address needs a password. Send both together.";

/** Throws 422 validation_failed if the user would have no way to sign in again. */
export function requireWayBack(
  { mailLeaves }: Pick<UsersDeps, "mailLeaves">,
  hasPassword: boolean,
): void {
  if (!mailLeaves && !hasPassword)
    throw new SignInRefusal("validation_failed", { status: 422, text: PASSWORD_NEEDED });
}

/**
 * Turns the account into a full account. Requires the lock on the user's row, and an address whose
 * required confirmations are complete. Fails with SQLSTATE 23505 if another user has the address.
 * Throws 422 validation_failed.
 */
export async function makeAccount(
  tx: DatabaseTransaction,
  site: Pick<UsersDeps, "mailLeaves" | "siteUrl">,
  { userId, email, now }: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<UserRow> {
  const user = await saveFirstEmail(tx, { userId, email, appMetadata: BY_EMAIL, now });
  requireWayBack(site, user.encrypted_password !== null);
  await insertIdentity(tx, identityOf(user, { isVerified: true, now }));
  await dropOneTimeTokens(tx, userId);
  await changeAddress(tx, { userId, email });
  await welcome(tx, site, { user, now });
  return user;
}
