/**
 * SQL statements for the tokens and codes in mailed links. A token has 256 random bits. A code has
 * six digits and becomes invalid after a few wrong attempts. Tokens and codes are stored as hashes.
 * Several links of a type can be valid at once, so that a stranger's request does not invalidate
 * the owner's link. Using one link invalidates all links of its type. By contrast, only the newest
 * code of a type is valid, so that five messages do not allow five times as many guesses.
 */
import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { JsonObject, UserRow } from "../people/users-table.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { deleteAllFlowStates, deleteFlowStates } from "./flow-states-table.ts";

export type OneTimeTokenType =
  | "recovery"
  | "magiclink"
  | "signup"
  | "invite"
  | "email_change_current"
  | "email_change_new";

export interface NewOneTimeToken {
  readonly userId: string;
  /** Recipient of the message. */
  readonly email: string;
  readonly type: OneTimeTokenType;
  readonly challenge?: CodeChallenge | undefined;
  /** Metadata that is set on an unclaimed account when the link or its code is used. */
  readonly metadata?: JsonObject | undefined;
  /** Hash of the sign-up password, which is set when the link or its code is used. */
  readonly passwordHash?: string | undefined;
  readonly expiresAt: Date;
  readonly now: Date;
}

export interface IssuedToken {
  readonly token: string;
  readonly code: string;
}

export interface TakenToken {
  readonly userId: string;
  /** Recipient of the message. */
  readonly email: string;
  readonly type: OneTimeTokenType;
  readonly challenge: CodeChallenge | undefined;
  readonly metadata: JsonObject | undefined;
  readonly passwordHash: string | undefined;
}

/** Prefix of tokens whose link redirects with a code to exchange. */
export const PKCE_PREFIX = "pkce_";

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;
const CODE_MISSES_MAX = 5;
/**
 * Maximum number of valid links per type. Twice the hourly message limit, because two of its
 * windows can overlap a link's lifetime.
 */
const LIVE_TOKENS_MAX = 10;

/**
 * Issues a token and a code. Invalidates earlier codes of the same type. The newest ten links stay
 * valid.
 */
export async function issueOneTimeToken(
  tx: DatabaseTransaction,
  { userId, email, type, challenge, metadata, passwordHash, expiresAt, now }: NewOneTimeToken,
): Promise<IssuedToken> {
  const random = randomBytes(TOKEN_BYTES).toString("base64url");
  const token = challenge ? `${PKCE_PREFIX}${random}` : random;
  const code = randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, "0");
  const salt = randomBytes(16).toString("hex");
  await dropOldest(tx, { userId, type });
  await tx.query(
    `insert into users_one_time_tokens (id, user_id, token_type, token_hash, relates_to, expires_at, created_at, code_salt,
       code_hash, code_challenge, code_challenge_method, user_metadata, password_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      randomUUID(),
      userId,
      type,
      hashOf(token),
      email,
      expiresAt,
      now,
      salt,
      hashOf(`${salt}/${code}`),
      challenge?.challenge ?? null,
      challenge?.method ?? null,
      metadata ?? null,
      passwordHash ?? null,
    ],
  );
  return { token, code };
}

async function dropOldest(
  tx: DatabaseTransaction,
  { userId, type }: Pick<NewOneTimeToken, "type" | "userId">,
): Promise<void> {
  // Lock the user to serialise concurrent requests for a token.
  await lockHolders(tx, [{ id: userId }]);
  await tx.query(
    `delete from users_one_time_tokens where id in (
       select id from users_one_time_tokens where user_id = $1 and token_type = $2 order by created_at desc, id offset $3)`,
    [userId, type, LIVE_TOKENS_MAX - 1],
  );
  await tx.query(
    "update users_one_time_tokens set code_salt = null, code_hash = null where user_id = $1 and token_type = $2",
    [userId, type],
  );
}

interface TokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: OneTimeTokenType;
  readonly relates_to: string;
  readonly code_salt: string | null;
  readonly code_hash: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: CodeChallenge["method"] | null;
  readonly user_metadata: JsonObject | null;
  readonly password_hash: string | null;
}

/** Uses up and returns the token. Returns undefined if the token is unknown, used or expired. */
export async function takeOneTimeToken(
  tx: DatabaseTransaction,
  { token, types, now }: { token: string; types: readonly OneTimeTokenType[]; now: Date },
): Promise<TakenToken | undefined> {
  const holders = await tx.query<Holder>(
    "select user_id as id from users_one_time_tokens where token_hash = $1",
    [hashOf(token)],
  );
  await lockHolders(tx, holders);
  const [row] = await tx.query<TokenRow>(
    `delete from users_one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > $3
     returning *`,
    [hashOf(token), [...types], now],
  );
  return row && takenWithItsLike(tx, row);
}

/**
 * Uses up the code that was mailed to this address. A wrong code is counted in the caller's
 * transaction. **Commit the transaction anyway**, otherwise guesses are not counted.
 */
export async function takeOneTimeCode(
  tx: DatabaseTransaction,
  attempt: { email: string; code: string; types: readonly OneTimeTokenType[]; now: Date },
): Promise<TakenToken | undefined> {
  const { email, code, types, now } = attempt;
  const holders = await tx.query<Holder>(
    "select user_id as id from users_one_time_tokens where relates_to = $1",
    [email],
  );
  await lockHolders(tx, holders);
  const rows = await tx.query<TokenRow>(
    `select * from users_one_time_tokens
     where relates_to = $1 and token_type = any($2) and expires_at > $3 and misses < $4 and code_hash is not null
     order by id for update`,
    [email, [...types], now, CODE_MISSES_MAX],
  );
  const right = rows.find((row) => isCodeOf(row, code));
  if (right) return takenWithItsLike(tx, right);
  await tx.query("update users_one_time_tokens set misses = misses + 1 where id = any($1)", [
    rows.map(({ id }) => id),
  ]);
  return undefined;
}

export type Given = Pick<NewOneTimeToken, "metadata" | "passwordHash">;

/**
 * Returns the metadata and password that the pending links of this type would set on an unclaimed
 * account. Undefined if sign-ups chose different passwords, or if an earlier link may have expired.
 */
export async function soleGiven(
  tx: DatabaseTransaction,
  { id: userId, created_at: madeAt }: Pick<UserRow, "created_at" | "id">,
  type: OneTimeTokenType,
): Promise<Given | undefined> {
  const rows = await tx.query<
    Pick<TokenRow, "password_hash" | "user_metadata"> & { readonly created_at: Date }
  >(
    `select user_metadata, password_hash, created_at from users_one_time_tokens
     where user_id = $1 and token_type = $2 and password_hash is not null order by created_at, id`,
    [userId, type],
  );
  const [first] = rows;
  if (first === undefined) return {};
  const isSole = rows.every(({ password_hash: hash }) => hash === first.password_hash);
  if (!isSole || first.created_at.getTime() !== madeAt.getTime()) return undefined;
  return {
    metadata: first.user_metadata ?? undefined,
    passwordHash: first.password_hash ?? undefined,
  };
}

export interface TokenHolder {
  readonly email: string;
  readonly newEmail: string | null;
}

/**
 * Returns the user of a token without using up the token. Undefined if the token is unknown, used
 * or expired.
 */
export async function holderOfToken(
  queryable: Queryable,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<TokenHolder | undefined> {
  const [holder] = await queryable.query<TokenHolder>(
    `select u.email, case when t.token_type like 'email_change%' then u.email_change end as "newEmail"
     from users_one_time_tokens t join users_users u on u.id = t.user_id
     where t.token_hash = $1 and t.expires_at > $2`,
    [hashOf(token), now],
  );
  return holder;
}

/** Uses up the token and deletes all other tokens of its type, which are no longer needed. */
async function takenWithItsLike(tx: DatabaseTransaction, row: TokenRow): Promise<TakenToken> {
  await dropOneTimeTokens(tx, row.user_id, [row.token_type]);
  return asTakenToken(row);
}

interface Holder {
  readonly id: string;
}

/**
 * Locks the user's row before the tokens to avoid deadlocks. Changes of password or address use the
 * same order.
 */
async function lockHolders(tx: DatabaseTransaction, holders: readonly Holder[]): Promise<void> {
  await tx.query(
    "select from users_users where id = any($1::uuid[]) order by id for no key update",
    [holders.map(({ id }) => id)],
  );
}

/**
 * Deletes the user's tokens of these types. Called after a change of password or address, so that
 * earlier links and codes cannot undo the change.
 */
export async function dropOneTimeTokens(
  tx: DatabaseTransaction,
  userId: string,
  types?: readonly OneTimeTokenType[],
): Promise<void> {
  await tx.query(
    "delete from users_one_time_tokens where user_id = $1 and ($2::text[] is null or token_type = any($2))",
    [userId, types ? [...types] : null],
  );
  if (!types) await deleteFlowStates(tx, userId);
}

export async function dropAllOneTimeTokens(tx: DatabaseTransaction): Promise<void> {
  const holders = await tx.query<Holder>(
    "select user_id as id from users_one_time_tokens union select user_id from users_flow_states",
  );
  await lockHolders(tx, holders);
  await tx.query("delete from users_one_time_tokens");
  await deleteAllFlowStates(tx);
}

function asTakenToken(row: TokenRow): TakenToken {
  const { user_id: userId, token_type: type, relates_to: email } = row;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    userId,
    email,
    type,
    challenge: challenge && method ? { challenge, method } : undefined,
    metadata: row.user_metadata ?? undefined,
    passwordHash: row.password_hash ?? undefined,
  };
}

function isCodeOf({ code_salt: salt, code_hash: hash }: TokenRow, code: string): boolean {
  if (salt === null || hash === null) return false;
  return timingSafeEqual(Buffer.from(hashOf(`${salt}/${code}`)), Buffer.from(hash));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
