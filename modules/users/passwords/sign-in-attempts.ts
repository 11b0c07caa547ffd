/**
 * Slows down password guesses for one account. An attempt is counted before the password is
 * checked, and the count is reversed if the password was right. Therefore every concurrent guess is
 * counted. The rule itself is pure.
 */
import { createHash } from "node:crypto";
import type { Database, DatabaseTransaction } from "#platform";
import type { AuthLimits } from "../rules/limits.ts";

export interface Attempts {
  readonly failures: number;
  readonly failuresSinceSuccess: number;
  readonly windowStartedAt: Date;
  readonly blockedUntil: Date | null;
}

const FIRST_DELAY_MS = 1_000;

/**
 * Reason for refusing an attempt. "too_many": the user must wait. "blocked": waiting does not help;
 * the user must sign in from a known device or recover the account.
 */
export type AttemptRefusal = "blocked" | "too_many";

/** Returns the state after another attempt, or why the attempt is refused. */
export function afterAttempt(
  attempts: Attempts,
  now: Date,
  limits: AuthLimits,
): Attempts | AttemptRefusal {
  const isBlocked = attempts.blockedUntil !== null && attempts.blockedUntil > now;
  if (attempts.failuresSinceSuccess >= limits.passwordFailuresMax) return "blocked";
  if (isBlocked) return "too_many";
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

/**
 * The three kinds of counters: per address, with or without an account; per account, for devices
 * that its owner has used before; and per session, for passwords entered within that session.
 */
export type Counter =
  | { readonly email: string }
  | { readonly knownDeviceOf: string }
  | { readonly sessionId: string };

/**
 * Counts an attempt, unless it is refused. Known devices must wait as well, but are never blocked.
 */
export async function countAttempt(
  { database, limits }: { readonly database: Database; readonly limits: AuthLimits },
  { now, ...counter }: Counter & { readonly now: Date },
): Promise<"counted" | AttemptRefusal> {
  const hash = hashOf(counter);
  const rule = "knownDeviceOf" in counter ? { ...limits, passwordFailuresMax: Infinity } : limits;
  const sessionId = "sessionId" in counter ? counter.sessionId : null;
  return database.transaction(async (tx) => {
    const attempts = await lockAttempts(tx, { hash, sessionId, now });
    const next = afterAttempt(attempts, now, rule);
    if (typeof next === "string") return next;
    await tx.query(
      `update users_sign_in_failures set failures = $2, failures_since_success = $3, window_started_at = $4,
         blocked_until = $5 where email_hash = $1`,
      [hash, next.failures, next.failuresSinceSuccess, next.windowStartedAt, next.blockedUntil],
    );
    return "counted";
  });
}

/**
 * Resets the counter after a success or an account recovery by e-mail. For an address, this
 * includes the counter of the account's known devices.
 */
export async function forgetAttempts(
  tx: DatabaseTransaction,
  counter: { readonly email: string } | { readonly sessionId: string },
): Promise<void> {
  const all = "email" in counter ? [counter, { knownDeviceOf: counter.email }] : [counter];
  await tx.query("delete from users_sign_in_failures where email_hash = any($1)", [
    all.map(hashOf),
  ]);
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
  // A concurrent success has deleted the row, so there are no failures.
  return row ?? { failures: 0, failuresSinceSuccess: 0, windowStartedAt: now, blockedUntil: null };
}

function hashOf(counter: Counter): string {
  return createHash("sha256").update(textOf(counter)).digest("hex");
}

/**
 * Returns the key of the counter. No prefix can collide with an address, because an address
 * contains an @ and no space.
 */
function textOf(counter: Counter): string {
  if ("email" in counter) return counter.email;
  if ("sessionId" in counter) return `session/${counter.sessionId}`;
  return `known device of ${counter.knownDeviceOf}`;
}
