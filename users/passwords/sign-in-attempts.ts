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

/**
 * Why no attempt may be made: "too_many" ends by waiting, "blocked" does not. Then only a known device or a recovery gets in.
 */
export type AttemptRefusal = "blocked" | "too_many";

/** The state after one more attempt, or why none may be made now. */
export function afterAttempt(
  attempts: Attempts,
  now: Date,
  limits: AuthLimits,
): Attempts | AttemptRefusal {
  const isBlocked = attempts.blockedUntil !== null && attempts.blockedUntil > now;
  if (attempts.failuresSinceSuccess >= limits.passwordFailuresMax) return "blocked";
  if (isBlocked) return "too_many";
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

/** What is counted together: an address, whether it has an account or not, or the passwords given within one session. */
export type Counter = { readonly email: string } | { readonly sessionId: string };

/** Counts an attempt. Of one that is refused nothing is counted. */
export async function countAttempt(
  { database, limits }: { readonly database: Database; readonly limits: AuthLimits },
  { isKnownDevice, now, ...counter }: Counter & { isKnownDevice: boolean; now: Date },
): Promise<"counted" | AttemptRefusal> {
  const hash = hashOf(counter);
  const sessionId = "sessionId" in counter ? counter.sessionId : null;
  return database.transaction(async (tx) => {
    const attempts = await lockAttempts(tx, { hash, sessionId, now });
    const next = isKnownDevice
      ? counted(attempts, now, limits)
      : afterAttempt(attempts, now, limits);
    if (typeof next === "string") return next;
    await tx.query(
      `update users_sign_in_failures set failures = $2, failures_since_success = $3, window_started_at = $4,
         blocked_until = $5 where email_hash = $1`,
      [hash, next.failures, next.failuresSinceSuccess, next.windowStartedAt, next.blockedUntil],
    );
    return "counted";
  });
}

/** After a success, or a recovery by mail. */
export async function forgetAttempts(tx: DatabaseTransaction, counter: Counter): Promise<void> {
  await tx.query("delete from users_sign_in_failures where email_hash = $1", [hashOf(counter)]);
}

async function lockAttempts(
  tx: DatabaseTransaction,
  { hash, sessionId, now }: { hash: string; sessionId: string | null; now: Date },
): Promise<Attempts> {
  await tx.query(
    `insert into users_sign_in_failures (email_hash, session_id, failures, failures_since_success, window_started_at)
     values ($1, $2, 0, 0, $3) on conflict do nothing`,
    [hash, sessionId, now],
  );
  const [row] = await tx.query<Attempts>(
    `select failures, failures_since_success as "failuresSinceSuccess", window_started_at as "windowStartedAt",
       blocked_until as "blockedUntil" from users_sign_in_failures where email_hash = $1 for update`,
    [hash],
  );
  // A success elsewhere may have deleted the row in between: then nothing counts against the account.
  return row ?? { failures: 0, failuresSinceSuccess: 0, windowStartedAt: now, blockedUntil: null };
}

/** No address is taken for a session: it has an @. */
function hashOf(counter: Counter): string {
  const text = "email" in counter ? counter.email : `session/${counter.sessionId}`;
  return createHash("sha256").update(text).digest("hex");
}
