/**
 * Issues and checks one-time six-digit codes for actions of a signed-in user, such as a withdrawal.
 * A code is stored as a hash, works once within ten minutes, and becomes invalid after five wrong
 * attempts. Users with two-factor authentication use an authenticator code or a passkey instead.
 * All functions run in the caller's transaction.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { PasskeyAnswer } from "#api/passkey";
import { uuidArray, type DatabaseTransaction } from "#platform";
import { takePasskeyAnswer } from "../factors/take-passkey-answer.ts";
import { proveSecondFactor } from "../factors/prove-second-factor.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { hasSecondFactor, withSecondFactor } from "../people/account-states-table.ts";
import { userRefusals } from "../rules/refusals.ts";

export interface SecurityCodeRequest {
  readonly userId: string;
  /**
   * Action that the code confirms, such as `withdrawal`. The code is refused for any other action.
   */
  readonly purpose: string;
  /**
   * Details to which the code is bound. A code issued with a binding is refused for any other
   * binding. A code issued without a binding is valid for every binding.
   */
  readonly binding?: string;
  readonly now: Date;
}

export interface SecurityCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** "used" and "too_many" occur only for authenticator codes. */
export type SecurityCodeResult = "ok" | "wrong" | "expired" | "used" | "too_many";

export type SecondFactorDeps = Pick<UsersDeps, "limits" | "masterKey" | "relyingParty">;

const DIGITS = 6;
const LIFETIME_MS = 10 * 60_000;
const MISSES_MAX = 5;
const CODES_PER_HOUR_MAX = 30;
const HOUR_MS = 3_600_000;

/**
 * Issues a code and invalidates earlier codes for the same purpose. Throws 429 `too_many_codes`
 * above the limit, because more codes would allow more guesses.
 */
export async function issueSecurityCode(
  tx: DatabaseTransaction,
  { userId, purpose, binding, now }: SecurityCodeRequest,
): Promise<SecurityCode> {
  const code = randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, "0");
  const salt = randomBytes(16).toString("hex");
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const rows = await tx.query(
    `insert into users_security_codes as stored (user_id, purpose, salt, code_hash, expires_at, hour_started_at, is_bound)
     values ($1, $2, $3, $4, $5, $6, $9)
     on conflict (user_id, purpose) do update set salt = $3, code_hash = $4, expires_at = $5, is_bound = $9, misses = 0,
       issued_in_hour = case when stored.hour_started_at <= $7 then 1 else stored.issued_in_hour + 1 end,
       hour_started_at = case when stored.hour_started_at <= $7 then $6 else stored.hour_started_at end
     where stored.hour_started_at <= $7 or stored.issued_in_hour < $8
     returning 1`,
    [
      userId,
      purpose,
      salt,
      hashOf(salt, code, binding),
      expiresAt,
      now,
      new Date(now.getTime() - HOUR_MS),
      CODES_PER_HOUR_MAX,
      binding !== undefined,
    ],
  );
  if (rows.length === 0) throw userRefusals.too_many_codes();
  return { code, expiresAt };
}

interface StoredCode {
  readonly salt: string;
  readonly code_hash: string;
  readonly misses: number;
  readonly expires_at: Date;
  readonly is_bound: boolean;
}

interface Guess {
  readonly code: string;
  readonly binding?: string | undefined;
}

/**
 * Checks the code. A user with two-factor authentication must use a passkey or an authenticator
 * code; all other users must use an issued code. A wrong authenticator code is written to the login
 * history. "ok" uses up the code in the caller's transaction. "wrong" counts the attempt in the
 * caller's transaction: **commit it anyway** (return the refusal from the transaction and throw it
 * afterwards), otherwise guesses are not counted. A row lock serialises concurrent guesses.
 */
export async function checkSecurityCode(
  tx: DatabaseTransaction,
  secondFactor: SecondFactorDeps,
  request: SecurityCodeRequest & {
    readonly code: string;
    readonly passkey?: PasskeyAnswer | undefined;
    readonly visitor: Visitor;
  },
): Promise<SecurityCodeResult> {
  const { userId, code, passkey: answer, visitor, now } = request;
  if (!(await hasSecondFactor(tx, userId))) return checkIssued(tx, request);
  if (answer) return takePasskeyAnswer(tx, secondFactor, { userId, answer, visitor, now });
  // A session must be at aal2 to reach this line.
  const attempt = { userId, mayRecover: false, isRaised: true, code, visitor, now };
  return (await proveSecondFactor(tx, secondFactor, attempt)).verdict;
}

async function checkIssued(
  tx: DatabaseTransaction,
  { userId, purpose, binding, now, code }: SecurityCodeRequest & { readonly code: string },
): Promise<SecurityCodeResult> {
  const [stored] = await tx.query<StoredCode>(
    `select salt, code_hash, misses, expires_at, is_bound from users_security_codes
     where user_id = $1 and purpose = $2 for update`,
    [userId, purpose],
  );
  const verdict = verdictOn(stored, { binding, code, now });
  if (verdict === "ok")
    await tx.query(
      "update users_security_codes set expires_at = $3 where user_id = $1 and purpose = $2",
      [userId, purpose, now],
    );
  if (verdict === "wrong")
    await tx.query(
      "update users_security_codes set misses = misses + 1 where user_id = $1 and purpose = $2",
      [userId, purpose],
    );
  return verdict;
}

function verdictOn(
  stored: StoredCode | undefined,
  { binding, code, now }: Guess & Pick<SecurityCodeRequest, "now">,
): "ok" | "wrong" | "expired" {
  if (!stored || stored.expires_at <= now || stored.misses >= MISSES_MAX) return "expired";
  const actualHash = hashOf(stored.salt, code.trim(), stored.is_bound ? binding : undefined);
  return timingSafeEqual(Buffer.from(actualHash), Buffer.from(stored.code_hash)) ? "ok" : "wrong";
}

type Of = Pick<SecurityCodeRequest, "purpose" | "now">;

/**
 * Returns the users who entered the right issued code, for many users in one query. Does not wait
 * for locks, count wrong codes or use up codes. Check the remaining users one by one. For the
 * returned users, call `useSecurityCodes` in the same transaction.
 */
export async function rightGuesses(
  tx: DatabaseTransaction,
  { purpose, now }: Of,
  guesses: readonly (Guess & { readonly userId: string })[],
): Promise<ReadonlySet<string>> {
  const userIds = guesses.map(({ userId }) => userId);
  const [rows, holders] = await Promise.all([
    tx.query<StoredCode & { readonly userId: string }>(
      `select user_id as "userId", salt, code_hash, misses, expires_at, is_bound from users_security_codes
       where user_id = any((select $1::uuid[])::uuid[]) and purpose = $2 order by user_id for update skip locked`,
      [uuidArray(userIds), purpose],
    ),
    withSecondFactor(tx, userIds),
  ]);
  const stored = new Map(rows.map((row) => [row.userId, row]));
  const right = guesses.filter(
    ({ userId, ...guess }) =>
      !holders.has(userId) && verdictOn(stored.get(userId), { ...guess, now }) === "ok",
  );
  return new Set(right.map(({ userId }) => userId));
}

export async function useSecurityCodes(
  tx: DatabaseTransaction,
  { purpose, now }: Of,
  userIds: readonly string[],
): Promise<void> {
  await tx.query(
    "update users_security_codes set expires_at = $3 where user_id = any((select $1::uuid[])::uuid[]) and purpose = $2",
    [uuidArray(userIds), purpose, now],
  );
}

function hashOf(salt: string, code: string, binding: string | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify([salt, code, binding ?? null]))
    .digest("hex");
}
