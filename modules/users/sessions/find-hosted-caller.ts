/**
 * Finds the caller behind a token of the hosted service. A new user gets ledger accounts, a mailbox
 * and a mining name. The token never makes a user an administrator.
 */
import type { Caller } from "#api/route";
import type { HostedClaims } from "../hosted/hosted-sign-in.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { createUser } from "../people/create-user.ts";
import { fittingMetadata } from "../people/metadata.ts";
import { isAdministrator } from "../people/account-states-table.ts";
import { findUserById, type UserRow } from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import type { FoundCaller } from "./callers-table.ts";

type Deps = Pick<UsersDeps, "clock" | "database" | "siteUrl">;

/**
 * Returns the caller, or undefined if the user was deleted on this installation. Throws 403
 * `address_taken` or `account_needed`.
 */
export async function findHostedCaller(
  deps: Deps,
  claims: HostedClaims,
  hasSecondFactor: boolean,
): Promise<FoundCaller | undefined> {
  const { userId, sessionId, aal, provenAt } = claims;
  // Anonymous users need the embedded sign-in service, because this module would not notice that a
  // hosted service has deleted an anonymous user.
  if (claims.isAnonymous) throw userRefusals.account_needed();
  const user = (await findUserById(deps.database, userId)) ?? (await adopt(deps, claims));
  if (!user) return undefined;
  const isAdmin = await isAdministrator(deps.database, userId);
  const { email } = user;
  const caller: Caller = {
    userId,
    email,
    sessionId,
    aal,
    isAdmin,
    isAnonymous: false,
    provenAt,
  };
  return { caller, bannedUntil: user.banned_until, hasSecondFactor };
}

async function adopt(deps: Deps, claims: HostedClaims): Promise<UserRow | undefined> {
  const { userId: id, email } = claims;
  const metadata = fittingMetadata(claims.metadata);
  const user = await deps.database.transaction((tx) =>
    createUser(tx, deps, { id, email, passwordHash: null, metadata, now: deps.clock.now() }),
  );
  if (user) return user;
  const [holder] = await deps.database.query<{ id: string }>(
    "select id from users_users where email = $1",
    [email],
  );
  if (holder && holder.id !== id) throw userRefusals.address_taken();
  // A concurrent request has created the user, or the user was deleted.
  return findUserById(deps.database, id);
}
