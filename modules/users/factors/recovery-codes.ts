/**
 * Ten codes that stand in for a lost authenticator: 80 random bits each, stored hashed, each good
 * once. They are shown when they are made and never again.
 */
import { createHash, randomBytes } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";

const CODES = 10;
const CODE_BYTES = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const CODE_TEXT = /^[a-z2-7]{16}$/;

/** Earlier codes stop working. Returns them as the user reads them: `abcd-efgh-2345-qrst`. */
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

/** Whether the text may be a recovery code at all; six digits never are. */
export function isRecoveryCode(text: string): boolean {
  return CODE_TEXT.test(plain(text));
}

/** True uses the code up in this transaction. */
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

/** Base32, 16 letters. */
function newCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString("hex")}`);
  let code = "";
  for (let place = 0; place < 16; place += 1) {
    code += ALPHABET[Number(bits % 32n)] ?? "";
    bits /= 32n;
  }
  return code;
}

/** As typed from paper: any case, any dashes and spaces. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, "");
}

function hashOf(userId: string, code: string): string {
  return createHash("sha256")
    .update(JSON.stringify([userId, code]))
    .digest("hex");
}
