/**
 * Creates and verifies recovery codes. A user gets ten codes, each of which replaces a lost
 * authenticator once. A code has 80 random bits and is stored as a hash. The codes are shown only
 * when they are created.
 */
import { createHash, randomBytes } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";

const CODES = 10;
const CODE_BYTES = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const CODE_TEXT = /^[a-z2-7]{16}$/;

/**
 * Replaces the user's codes and invalidates earlier ones. Returns the codes as shown to the user:
 * `abcd-efgh-2345-qrst`.
 */
export async function replaceRecoveryCodes(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = Array.from({ length: CODES }, newCode);
  await tx.query(
    `insert into users_recovery_codes (user_id, code_hash, created_at)
     select $1, hash, $3 from unnest($2::text[]) as hash`,
    [userId, codes.map((code) => hashOf(userId, code)), now],
  );
  return codes.map((code) => code.replaceAll(/(.{4})(?!$)/g, "$1-"));
}

/**
 * Returns true if the text has the format of a recovery code, which never matches a six-digit code.
 */
export function isRecoveryCode(text: string): boolean {
  return CODE_TEXT.test(plain(text));
}

/** Uses up the code in this transaction. Returns true if the code was valid. */
export async function takeRecoveryCode(
  tx: DatabaseTransaction,
  { userId, code, now }: { readonly userId: string; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update users_recovery_codes set used_at = $3
     where user_id = $1 and code_hash = $2 and used_at is null returning 1`,
    [userId, hashOf(userId, plain(code)), now],
  );
  return rows.length > 0;
}

export async function recoveryCodesLeft(queryable: Queryable, userId: string): Promise<number> {
  const rows = await queryable.query(
    "select 1 from users_recovery_codes where user_id = $1 and used_at is null",
    [userId],
  );
  return rows.length;
}

export async function dropRecoveryCodes(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from users_recovery_codes where user_id = $1", [userId]);
}

/** Returns 16 random base32 characters. */
function newCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString("hex")}`);
  let code = "";
  for (let place = 0; place < 16; place += 1) {
    code += ALPHABET[Number(bits % 32n)] ?? "";
    bits /= 32n;
  }
  return code;
}

/** Returns the code in lower case, without dashes and spaces. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, "");
}

function hashOf(userId: string, code: string): string {
  return createHash("sha256")
    .update(JSON.stringify([userId, code]))
    .digest("hex");
}
