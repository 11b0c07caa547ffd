/**
 * Turns an anonymous account into a full account: the user adds an e-mail address and a password
 * and keeps their data. Without a mail server, the address applies immediately and a password is
 * required, as at sign-up. With a mail server, the address applies once the user has confirmed it.
 * No re-authentication is required, because an anonymous user has no credentials other than the
 * session.
 */
import { sqlState } from "#platform";
import { requireChangeable, startEmailChange } from "../mailed-links/change-email.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { addUserMetadata } from "../people/metadata.ts";
import { findIdentities, findUserById, lockUser, startPassword } from "../people/users-table.ts";
import { requireFreshProof } from "../proofs/require-step-up.ts";
import { countChange } from "../proofs/count-change.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { publishChange } from "../sessions/publish-change.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { lockSession } from "../sessions/sessions-table.ts";
import { makeAccount, requireWayBack } from "../mailed-links/make-account.ts";
import type { ChangedUser, UserChange } from "./user-change.ts";

const UNIQUE_VIOLATION = "23505";

/**
 * Adds an e-mail address and a password to an anonymous account. Throws email_exists,
 * validation_failed, over_request_rate_limit, over_email_send_rate_limit, 422 `metadata_too_long`,
 * and reauthentication_needed if the user has two-factor authentication.
 */
export async function claimAnonymousAccount(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  { email, password, metadata, challenge, redirectTo }: UserChange,
): Promise<ChangedUser> {
  const { database, hasher } = deps;
  const userId = user.id;
  if (email !== undefined || password !== undefined) await countChange(deps, session);
  if (session.aal === "aal2") await requireFreshProof(database, session, deps.clock.now());
  if (email !== undefined) {
    requireWayBack(deps, password !== undefined || user.encrypted_password !== null);
    await requireChangeable(deps, { user, newEmail: email });
  } else if (password !== undefined) throw addressMissing();
  const passwordHash = password === undefined ? undefined : await hasher.hash(userId, password);

  const now = deps.clock.now();
  const changed = await database
    .transaction(async (tx) => {
      // Read the user again, because the session may have ended during the slow hashing.
      const current = await lockUser(tx, userId);
      if (!current || !(await lockSession(tx, session.id)))
        throw new SignInRefusal("session_not_found");
      // Another tab has already claimed the account, and full accounts must use `updateUser` to
      // change their address and password.
      if (!current.is_anonymous) throw new SignInRefusal("reauthentication_needed");
      if (metadata) await addUserMetadata(tx, { userId, metadata, now });
      if (passwordHash !== undefined) await startPassword(tx, { userId, passwordHash, now });
      const change = { user: current, redirectTo, challenge, now };
      if (email !== undefined && deps.mailLeaves)
        await startEmailChange(tx, deps, { ...change, newEmail: email });
      else if (email !== undefined) await makeAccount(tx, deps, { userId, email, now });
      return {
        user: await findUserById(tx, userId),
        identities: await findIdentities(tx, userId),
      };
    })
    .catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? new SignInRefusal("email_exists") : error;
    });
  publishChange(deps, { userId });
  if (!changed.user) throw new SignInRefusal("user_not_found");
  return { user: changed.user, identities: changed.identities };
}

/** Returns Supabase Auth's refusal for a missing e-mail address. */
function addressMissing(): SignInRefusal {
  return new SignInRefusal("validation_failed", {
    text: "Updating password of an anonymous user without an email or phone is not allowed",
  });
}
