/**
 * The password of somebody who is signed in, given once more. A session that was stolen must not
 * become a way to find the password: guesses are limited within it, and stand in the login history.
 * What strangers try elsewhere counts for nothing here, so that they cannot keep the owner from
 * changing the password or from proving who they are.
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
  /** What it was given for, as the login history names it. */
  readonly method: "current_password" | "step_up";
  readonly visitor: Visitor;
}

/** What is no "right" or "wrong" was not looked at. */
export type PasswordVerdict = "right" | "wrong" | AttemptRefusal;

/** Throws HasherBusy. Not for use inside a transaction: misses are committed. */
export async function checkPassword(
  deps: Deps,
  { user, sessionId, password, method, visitor }: PasswordGiven,
): Promise<PasswordVerdict> {
  const { database } = deps;
  const now = deps.clock.now();
  // Its turn comes first: an attempt that is counted is looked at. Somebody who is signed in has
  // turns of their own, whatever comes from their network.
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
