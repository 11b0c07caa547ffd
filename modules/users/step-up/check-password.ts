/**
 * Checks the password of a signed-in user. Wrong passwords are limited per session and appear in
 * the login history, because a stolen session must not allow guessing the password. Strangers'
 * guesses at sign-in are counted separately, so that they cannot prevent the owner from changing
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
  /** Name of the password check's purpose in the login history. */
  readonly method: "current_password" | "step_up";
  readonly visitor: Visitor;
}

/**
 * "right" and "wrong" are results of the check. With any other verdict, the password was not
 * checked.
 */
export type PasswordVerdict = "right" | "wrong" | AttemptRefusal;

/**
 * Checks the password. Throws HasherBusy. Do not call it inside a transaction: a rollback would
 * undo the count of wrong passwords.
 */
export async function checkPassword(
  deps: Deps,
  { user, sessionId, password, method, visitor }: PasswordGiven,
): Promise<PasswordVerdict> {
  const { database } = deps;
  const now = deps.clock.now();
  // Count the attempt only once a hashing slot is available, so that every counted attempt has its
  // password checked. Signed-in users queue under their own id, so that load from their network
  // does not delay them.
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
