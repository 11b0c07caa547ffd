/**
 * The password of somebody who is signed in, given once more. A session that was stolen must not become a way to find the
 * password: guesses count as at sign-in, for the account and for the address they come from, and stand in the login history.
 */
import { networkOf } from "#platform";
import type { UsersParts, Visitor } from "../parts.ts";
import { countHit, hitsSoFar } from "../rate-counters-table.ts";
import { insertLogin, isKnownDevice } from "../sessions/login-history-table.ts";
import type { UserRow } from "../users-table.ts";
import { countAttempt, forgetAttempts } from "./sign-in-attempts.ts";

export interface PasswordGiven {
  readonly user: Pick<UserRow, "email" | "encrypted_password" | "id">;
  readonly password: string;
  readonly visitor: Visitor;
  /** What it was given for, as the login history names it. */
  readonly method: "current_password" | "step_up";
}

/** "too_many": it was not looked at. Throws HasherBusy. Not for use inside a transaction: misses are committed. */
export async function checkPassword(
  parts: Pick<UsersParts, "clock" | "database" | "hasher" | "limits">,
  { user, password, visitor, method }: PasswordGiven,
): Promise<"right" | "too_many" | "wrong"> {
  const { database, limits } = parts;
  const now = parts.clock.now();
  const userId = user.id;
  const failures = {
    key: `password/${networkOf(visitor.ip)}`,
    windowMs: limits.ipFailureWindowMs,
    now,
  };
  if ((await hitsSoFar(database, failures)) >= limits.ipFailuresMax) return "too_many";
  const isKnown = await isKnownDevice(database, { userId, now, ...visitor });
  if (!(await countAttempt(parts, { email: user.email, isKnownDevice: isKnown, now })))
    return "too_many";
  if (await parts.hasher.verify(user.encrypted_password, password)) {
    await database.transaction((tx) => forgetAttempts(tx, user.email));
    return "right";
  }
  await countHit(database, failures);
  await insertLogin(database, { userId, method, isSuccess: false, now, ...visitor });
  return "wrong";
}
