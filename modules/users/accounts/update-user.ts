/**
 * Changes a user's own metadata, password and address, but never rights. A new password or address
 * needs the current password or recent re-authentication. With two-factor authentication, it always
 * needs re-authentication. If the request contains a current password, that password must be right.
 * A user who forgot the password can replace it with a mailed link or code, which locks
 * withdrawals. A new address applies after its confirmation. Requesting the current address cancels
 * a pending change.
 */
import { deliver } from "#notifications";
import {
  cancelEmailChange,
  requireChangeable,
  startEmailChange,
} from "../mailed-links/change-email.ts";
import { dropOneTimeTokens } from "../mailed-links/one-time-tokens-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { addUserMetadata } from "../people/metadata.ts";
import {
  findIdentities,
  findUserById,
  lockUser,
  savePasswordHash,
  type UserRow,
} from "../people/users-table.ts";
import { requireFreshProof } from "../proofs/require-step-up.ts";
import { userRefusals } from "../rules/refusals.ts";
import { countChange } from "../proofs/count-change.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { endAccess } from "../sessions/end-access.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { lockSession } from "../sessions/sessions-table.ts";
import { checkPassword } from "../step-up/check-password.ts";
import { takeReauthentication } from "../step-up/reauthenticate.ts";
import { claimAnonymousAccount } from "./claim-anonymous-account.ts";
import type { ChangedUser, UserChange } from "./user-change.ts";

export async function updateUser(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  change: UserChange,
  visitor: Visitor,
): Promise<ChangedUser> {
  if (user.is_anonymous) return claimAnonymousAccount(deps, { user, session }, change);
  const { email, password, metadata, challenge, redirectTo } = change;
  const newEmail = email === user.email ? undefined : email;
  if (password !== undefined || newEmail !== undefined)
    await requireProof(
      deps,
      { user, session },
      { ...change, visitor, mayBeByMail: newEmail === undefined },
    );
  const passwordHash = password === undefined ? undefined : await newHash(deps, user, password);
  if (newEmail !== undefined) await requireChangeable(deps, { user, newEmail });

  const now = deps.clock.now();
  const userId = user.id;
  const { changed, identities, ended } = await deps.database.transaction(async (tx) => {
    let endedIds: string[] = [];
    // Read the user again, because the session may have ended during the slow hashing.
    const current = await lockUser(tx, userId);
    if (!current || !(await lockSession(tx, session.id)))
      throw new SignInRefusal("session_not_found");
    if (metadata) await addUserMetadata(tx, { userId, metadata, now });
    if (passwordHash !== undefined) {
      await savePasswordHash(tx, { userId, passwordHash, now });
      endedIds = await endAccess(tx, { userId, allBut: session.id });
      await dropOneTimeTokens(tx, userId);
      const values = { at: now.toISOString(), ip: visitor.ip };
      await deliver(tx, { userId, template: "password_changed", values, now });
    }
    if (newEmail !== undefined)
      await startEmailChange(tx, deps, { user: current, newEmail, redirectTo, challenge, now });
    else if (email !== undefined) await cancelEmailChange(tx, { userId, now });
    return {
      changed: await findUserById(tx, userId),
      identities: await findIdentities(tx, userId),
      ended: endedIds,
    };
  });
  if (!changed) throw new SignInRefusal("user_not_found");
  if (ended.length > 0) deps.bus.publish("session-ended", { sessionIds: ended });
  if (passwordHash !== undefined || newEmail !== undefined)
    deps.bus.publish("me", { userId, what: "mailbox" });
  deps.bus.publish("me", { userId, what: "profile" });
  return { user: changed, identities };
}

interface Proof extends Pick<UserChange, "currentPassword" | "nonce"> {
  readonly visitor: Visitor;
  readonly mayBeByMail: boolean;
}

/**
 * Checks that the user has confirmed their identity. Throws reauthentication_needed,
 * reauthentication_not_valid, over_request_rate_limit, or the errors of `requirePassword`.
 */
async function requireProof(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  { currentPassword: passwordText, nonce, visitor, mayBeByMail }: Proof,
): Promise<void> {
  const { database, clock, limits } = deps;
  const now = clock.now();
  await countChange({ database, clock, limits }, session);
  const password = user.encrypted_password === null ? undefined : passwordText;
  // With two-factor authentication, neither the password nor access to the mailbox proves the
  // user's identity.
  if (session.aal !== "aal1") await requireFreshProof(database, session, now);
  else if (nonce && mayBeByMail) return takeReauthentication(deps, { user, nonce, visitor });
  else if (!password) return requireFreshProof(database, session, now, { mayBeByMail });
  if (password) await requirePassword(deps, { user, session }, { password, visitor });
}

/**
 * Checks the current password from the request. Throws invalid_credentials, over_request_rate_limit
 * or 429 `session_blocked`.
 */
async function requirePassword(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  { password, visitor }: { readonly password: string; readonly visitor: Visitor },
): Promise<void> {
  const attempt = { user, sessionId: session.id, password, visitor };
  const verdict = await checkPassword(deps, { ...attempt, method: "current_password" });
  if (verdict === "blocked") throw userRefusals.session_blocked();
  if (verdict === "too_many") throw new SignInRefusal("over_request_rate_limit");
  if (verdict === "wrong")
    throw new SignInRefusal("invalid_credentials", { text: "The current password is wrong." });
}

async function newHash({ hasher }: UsersDeps, user: UserRow, password: string): Promise<string> {
  if (await hasher.verify(user.id, user.encrypted_password, password))
    throw new SignInRefusal("same_password");
  return hasher.hash(user.id, password);
}
