/** Who tried without an account has one from now on, under the same id and with all they have. */
import { changeAddress } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { dropOneTimeTokens } from "./one-time-tokens-table.ts";
import { BY_EMAIL, identityOf, welcome, type Site } from "../people/create-user.ts";
import { insertIdentity, saveFirstEmail, type UserRow } from "../people/users-table.ts";

/**
 * The person's row is locked, and the address is theirs as far as that has to be known. Fails with
 * SQLSTATE 23505 when somebody else has it.
 */
export async function makeAccount(
  tx: DatabaseTransaction,
  site: Site,
  { userId, email, now }: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<UserRow> {
  const user = await saveFirstEmail(tx, { userId, email, appMetadata: BY_EMAIL, now });
  await insertIdentity(tx, identityOf(user, { isVerified: true, now }));
  await dropOneTimeTokens(tx, userId);
  await changeAddress(tx, { userId, email });
  await welcome(tx, site, { user, now });
  return user;
}
