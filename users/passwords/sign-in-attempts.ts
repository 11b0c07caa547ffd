/**
 * Slows down guessing at one account. An attempt is counted before the password is looked at and taken back by a success,
 * so that a hundred guesses at once are a hundred attempts. The rule itself is pure.
 */
import { createHash } from "node:crypto";
import type { Database, DatabaseTransaction } from "#platform";
import type { AuthLimits } from "../limits.ts";

export interface Attempts {
  readonly failures: number;
  readonly failuresSinceSuccess: number;
  readonly windowStartedAt: Date;
  readonly blockedUntil: Date | null;
}

const FIRST_DELAY_MS = 1_000;

/** The state after one more attempt, or undefined when none may be made now. */
export function afterAttempt(
  attempts: Attempts,
  now: Date,
  limits: AuthLimits,
): Attempts | undefined {
  const isBlocked = attempts.blockedUntil !== null && attempts.blockedUntil > now;
  if (isBlocked || attempts.failuresSinceSuccess >= limits.passwordFailuresMax) return undefined;
  return counted(attempts, now, limits);
}

/** Counts without asking whether the attempt is allowed: for a device the owner has used before. */
export function counted(attempts: Attempts, now: Date, limits: AuthLimits): Attempts {
  const isOver =
    attempts.windowStartedAt.getTime() + limits.passwordFailureWindowMs <= now.getTime();
  const failures = isOver ? 1 : attempts.failures + 1;
  const excess = failures - limits.passwordFailuresFree;
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (excess - 1), limits.passwordFailureWindowMs);
  return {
    failures,
    failuresSinceSuccess: attempts.failuresSinceSuccess + 1,
    windowStartedAt: isOver ? now : attempts.windowStartedAt,
    blockedUntil: excess > 0 ? new Date(now.getTime() + delayMs) : null,
  };
}

/** Counts an attempt at the account of this address, known or not. False: refused, and nothing was counted. */
export async function countAttempt(
  { database, limits }: { readonly database: Database; readonly limits: AuthLimits },
  { email, isKnownDevice, now }: { email: string; isKnownDevice: boolean; now: Date },
): Promise<boolean> {
  const hash = emailHash(email);
  return database.transaction(async (tx) => {
    const attempts = await lockAttempts(tx, hash, now);
    const next = isKnownDevice
      ? counted(attempts, now, limits)
      : afterAttempt(attempts, now, limits);
    if (!next) return false;
    await tx.query(
      `update users_sign_in_failures set failures = $2, failures_since_success = $3, window_started_at = $4,
         blocked_until = $5 where email_hash = $1`,
      [hash, next.failures, next.failuresSinceSuccess, next.windowStartedAt, next.blockedUntil],
    );
    return true;
  });
}

/** After a success, or a recovery by mail. */
export async function forgetAttempts(tx: DatabaseTransaction, email: string): Promise<void> {
  await tx.query("delete from users_sign_in_failures where email_hash = $1", [emailHash(email)]);
}

async function lockAttempts(tx: DatabaseTransaction, hash: string, now: Date): Promise<Attempts> {
  await tx.query(
    `insert into users_sign_in_failures (email_hash, failures, failures_since_success, window_started_at)
     values ($1, 0, 0, $2) on conflict do nothing`,
    [hash, now],
  );
  const [row] = await tx.query<Attempts>(
    `select failures, failures_since_success as "failuresSinceSuccess", window_started_at as "windowStartedAt",
       blocked_until as "blockedUntil" from users_sign_in_failures where email_hash = $1 for update`,
    [hash],
  );
  // A success elsewhere may have deleted the row in between: then nothing counts against the account.
  return row ?? { failures: 0, failuresSinceSuccess: 0, windowStartedAt: now, blockedUntil: null };
}

function emailHash(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
