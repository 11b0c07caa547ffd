/** Tokens of mailed links: 256 random bits, stored as a hash, one per user and type, taken by deleting the row. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseTransaction } from "#platform";

export type OneTimeTokenType = "recovery";

export interface NewOneTimeToken {
  readonly userId: string;
  readonly email: string;
  readonly type: OneTimeTokenType;
  readonly expiresAt: Date;
  readonly now: Date;
}

const TOKEN_BYTES = 32;

/** Returns the token; an earlier one of the same type stops working. */
export async function issueOneTimeToken(
  tx: DatabaseTransaction,
  { userId, email, type, expiresAt, now }: NewOneTimeToken,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx.query(
    `insert into users_one_time_tokens (id, user_id, token_type, token_hash, relates_to, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, token_type) do update set token_hash = $4, relates_to = $5, expires_at = $6, created_at = $7`,
    [randomUUID(), userId, type, hashOf(token), email, expiresAt, now],
  );
  return token;
}

/** The user whose token it was, or undefined when it is unknown, used or expired. */
export async function takeOneTimeToken(
  tx: DatabaseTransaction,
  { token, types, now }: { token: string; types: readonly OneTimeTokenType[]; now: Date },
): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(
    `delete from users_one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > $3
     returning user_id`,
    [hashOf(token), [...types], now],
  );
  return row?.user_id;
}

/** After a change of password or address: links mailed before must not undo it. */
export async function dropOneTimeTokens(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from users_one_time_tokens where user_id = $1", [userId]);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
