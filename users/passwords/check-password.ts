/**
 * The password of somebody who is signed in, given once more. A session that was stolen must not become a way to find the
 * password: guesses are limited, and stand in the login history.
 */
import { networkOf } from "#platform";
import type { UsersParts, Visitor } from "../parts.ts";
import { countHit, hitsSoFar } from "../rate-counters-table.ts";
import { insertLogin, isKnownDevice } from "../sessions/login-history-table.ts";
import type { UserRow } from "../users-table.ts";
import {
  countAttempt,
  forgetAttempts,
  type AttemptRefusal,
  type Counter,
} from "./sign-in-attempts.ts";

type Parts = Pick<UsersParts, "clock" | "database" | "hasher" | "limits">;

export interface PasswordGiven {
  readonly user: Pick<UserRow, "email" | "encrypted_password" | "id">;
  readonly password: string;
  readonly visitor: Visitor;
}

/** What is no "right" or "wrong" was not looked at. */
export type PasswordVerdict = "right" | "wrong" | AttemptRefusal;

/**
 * For a change of password or address: counts with the guesses at sign-in, for the account and for the address they come from.
 * Throws HasherBusy. Not for use inside a transaction: misses are committed.
 */
export async function checkPassword(parts: Parts, given: PasswordGiven): Promise<PasswordVerdict> {
  const { database, limits } = parts;
  const { user, visitor } = given;
  const now = parts.clock.now();
  const failures = {
    key: `password/${networkOf(visitor.ip)}`,
    windowMs: limits.ipFailureWindowMs,
    now,
  };
  if ((await hitsSoFar(database, failures)) >= limits.ipFailuresMax) return "too_many";
  const isKnown = await isKnownDevice(database, { userId: user.id, now, ...visitor });
  const verdict = await look(parts, given, {
    counter: { email: user.email },
    isKnownDevice: isKnown,
    method: "current_password",
    now,
  });
  if (verdict === "wrong") await countHit(database, failures);
  return verdict;
}

/**
 * For a fresh proof of a session: counts within that session alone, so that its owner can prove whatever strangers try elsewhere.
 * Throws HasherBusy. Not for use inside a transaction: misses are committed.
 */
export function checkPasswordOfSession(
  parts: Parts,
  { sessionId, ...given }: PasswordGiven & { readonly sessionId: string },
): Promise<PasswordVerdict> {
  const now = parts.clock.now();
  const counter = { sessionId };
  return look(parts, given, { counter, isKnownDevice: false, method: "step_up", now });
}

interface Look {
  readonly counter: Counter;
  readonly isKnownDevice: boolean;
  /** What it was given for, as the login history names it. */
  readonly method: "current_password" | "step_up";
  readonly now: Date;
}

async function look(
  parts: Parts,
  { user, password, visitor }: PasswordGiven,
  { counter, isKnownDevice: isKnown, method, now }: Look,
): Promise<PasswordVerdict> {
  const { database } = parts;
  // A place in the queue comes first: an attempt that is counted is looked at.
  const verdict = await parts.hasher.withPlace(async (verify): Promise<PasswordVerdict> => {
    const counted = await countAttempt(parts, { ...counter, isKnownDevice: isKnown, now });
    if (counted !== "counted") return counted;
    return (await verify(user.encrypted_password, password)) ? "right" : "wrong";
  });
  if (verdict === "right") await database.transaction((tx) => forgetAttempts(tx, counter));
  if (verdict === "wrong")
    await insertLogin(database, { userId: user.id, method, isSuccess: false, now, ...visitor });
  return verdict;
}
