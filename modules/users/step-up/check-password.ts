/**
 * Checks the password of a signed-in user. Wrong passwords are limited per session and appear in
 * the login history, because a stolen session must not allow guessing the password. Strangers'
 * guesses at the sign-in are not counted here, so that they cannot prevent the owner from changing
 * the password or re-authenticating.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import {
  countAttempt,
  forgetAttempts,
  type AttemptRefusal,
} from "../passwords/sign-in-attempts.ts";
import type { UserRow } from "../people/users-table.ts";
import { insertLogin } from "../sessions/login-history-table.ts";

type Deps = Pick<UsersDeps, "clock" | "database" | "hasher" | "limits">;

export interface PasswordGiven {
  readonly user: Pick<UserRow, "encrypted_password" | "id">;
  readonly sessionId: string;
  readonly password: string;
  /** The purpose's name in the login history. */
  readonly method: "current_password" | "step_up";
  readonly visitor: Visitor;
}

/** The result. With a verdict other than "right" or "wrong" the password was not checked. */
export type PasswordVerdict = "right" | "wrong" | AttemptRefusal;

/**
 * Checks the password. Throws HasherBusy. Do not call it inside a transaction, because the count of
 * wrong passwords must be committed.
 */
export async function checkPassword(
  deps: Deps,
  { user, sessionId, password, method, visitor }: PasswordGiven,
): Promise<PasswordVerdict> {
  const { database } = deps;
  const now = deps.clock.now();
  // The attempt is counted only after a hashing slot is available, so that no attempt is counted
  // without its password being checked. Signed-in users queue under their own id, so that load from
  // their network does not delay them.
  const verdict = await deps.hasher.withPlace(user.id, async (verify): Promise<PasswordVerdict> => {
    const counted = await countAttempt(deps, { sessionId, now });
    if (counted !== "counted") return counted;
    return (await verify(user.encrypted_password, password)) ? "right" : "wrong";
  });
  if (verdict === "right") await database.transaction((tx) => forgetAttempts(tx, { sessionId }));
  if (verdict === "wrong")
    await insertLogin(database, { userId: user.id, method, isSuccess: false, now, ...visitor });
  return verdict;
}
