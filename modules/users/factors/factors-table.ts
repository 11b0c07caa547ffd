/**
 * SQL statements for factors (authenticator apps and passkeys) and their challenges. The keys of
 * passkeys are in a separate table.
 */
import { isUuid, type DatabaseTransaction, type Queryable, type SealPlace } from "#platform";

export type FactorType = "totp" | "webauthn";

/** Names of the factor types, for use in messages. */
export const FACTOR_WORDS: Readonly<Record<FactorType, string>> = {
  totp: "An authenticator",
  webauthn: "A passkey",
};

export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly factor_type: FactorType;
  /** Name of the factor; empty if the user did not choose one. */
  readonly friendly_name: string;
  readonly status: "unverified" | "verified";
  /** Encrypted secret. Null for a passkey, whose secret never leaves the user's device. */
  readonly secret_sealed: Buffer | null;
  /** The newest 30-second step whose code was used. Codes of this or earlier steps are refused. */
  readonly last_used_step: bigint;
  readonly last_challenged_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ChallengeRow {
  readonly id: string;
  readonly ip: string;
  readonly expires_at: Date;
  /** The challenge text that a passkey must sign. Null if a code is expected. */
  readonly passkey_challenge: string | null;
}

export function secretPlace(factorId: string): SealPlace {
  return { table: "users_factors", row: factorId, column: "secret_sealed" };
}

/**
 * Serialises changes and attempts of this user's second factor until the transaction ends, so that
 * concurrent codes are checked one at a time.
 */
export async function lockSecondFactor(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [
    `users/second-factor/${userId}`,
  ]);
}

export function findFactors(queryable: Queryable, userId: string): Promise<FactorRow[]> {
  return queryable.query<FactorRow>(
    "select * from users_factors where user_id = $1 order by created_at, id",
    [userId],
  );
}

/**
 * Returns the user's factor. Undefined if the id is malformed, unknown or belongs to another user.
 */
export async function findFactor(
  queryable: Queryable,
  { userId, factorId }: { readonly userId: string; readonly factorId: string },
): Promise<FactorRow | undefined> {
  if (!isUuid(factorId)) return undefined;
  const [row] = await queryable.query<FactorRow>(
    "select * from users_factors where id = $1 and user_id = $2",
    [factorId, userId],
  );
  return row;
}

/** Inserts a factor. Returns undefined if the user already has a factor with this name. */
export async function insertFactor(
  tx: DatabaseTransaction,
  factor: {
    readonly id: string;
    readonly userId: string;
    readonly type: FactorType;
    readonly friendlyName: string;
    readonly secretSealed: Buffer | null;
    readonly now: Date;
  },
): Promise<FactorRow | undefined> {
  const [row] = await tx.query<FactorRow>(
    `insert into users_factors (id, user_id, factor_type, friendly_name, status, secret_sealed, created_at, updated_at)
     values ($1, $2, $6, $3, 'unverified', $4, $5, $5) on conflict do nothing returning *`,
    [factor.id, factor.userId, factor.friendlyName, factor.secretSealed, factor.now, factor.type],
  );
  return row;
}

export async function deleteFactor(tx: DatabaseTransaction, factorId: string): Promise<void> {
  await tx.query("delete from users_factors where id = $1", [factorId]);
}

/**
 * Deletes unfinished enrolments: all of them, or only those that started before `startedBefore` or
 * have the type `orOfType`.
 */
export async function deleteUnverifiedFactors(
  tx: DatabaseTransaction,
  which: { readonly userId: string; readonly startedBefore?: Date; readonly orOfType?: FactorType },
): Promise<void> {
  await tx.query(
    `delete from users_factors where user_id = $1 and status = 'unverified'
       and ($2::timestamptz is null or created_at < $2 or factor_type = $3)`,
    [which.userId, which.startedBefore ?? null, which.orOfType ?? null],
  );
}

/** Renames a factor. Returns undefined if the user has another factor with this name. */
export async function renameFactor(
  queryable: Queryable,
  { factorId, friendlyName, now }: { factorId: string; friendlyName: string; now: Date },
): Promise<FactorRow | undefined> {
  const [row] = await queryable.query<FactorRow>(
    `update users_factors f set friendly_name = $2, updated_at = $3 where id = $1 and not exists (
       select from users_factors o where o.user_id = f.user_id and o.id <> f.id and o.friendly_name = $2)
     returning *`,
    [factorId, friendlyName, now],
  );
  return row;
}

export async function markVerified(
  tx: DatabaseTransaction,
  { factorId, now }: { readonly factorId: string; readonly now: Date },
): Promise<void> {
  await tx.query("update users_factors set status = 'verified', updated_at = $2 where id = $1", [
    factorId,
    now,
  ]);
}

export async function spendStep(
  tx: DatabaseTransaction,
  { factorId, step, now }: { readonly factorId: string; readonly step: bigint; readonly now: Date },
): Promise<void> {
  await tx.query("update users_factors set last_used_step = $2, updated_at = $3 where id = $1", [
    factorId,
    step,
    now,
  ]);
}

/** Inserts a challenge. Returns false if the factor has been removed. */
export async function insertChallenge(
  tx: DatabaseTransaction,
  challenge: {
    readonly id: string;
    readonly factorId: string;
    readonly ip: string;
    readonly passkeyChallenge: string | null;
    readonly expiresAt: Date;
    readonly now: Date;
  },
): Promise<boolean> {
  const { id, factorId, ip, passkeyChallenge, expiresAt, now } = challenge;
  const factors = await tx.query(
    "update users_factors set last_challenged_at = $2 where id = $1 returning 1",
    [factorId, now],
  );
  if (factors.length === 0) return false;
  await tx.query(
    `insert into users_factor_challenges (id, factor_id, ip, expires_at, created_at, passkey_challenge)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, factorId, ip, expiresAt, now, passkeyChallenge],
  );
  return true;
}

export async function findChallenge(
  tx: DatabaseTransaction,
  { challengeId, factorId }: { readonly challengeId: string; readonly factorId: string },
): Promise<ChallengeRow | undefined> {
  const [row] = await tx.query<ChallengeRow>(
    "select id, ip, expires_at, passkey_challenge from users_factor_challenges where id = $1 and factor_id = $2",
    [challengeId, factorId],
  );
  return row;
}

export async function deleteChallenge(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.query("delete from users_factor_challenges where id = $1", [id]);
}

/**
 * Returns the factor of a passkey registration, whose request contains only the challenge id.
 * Undefined if the challenge does not belong to this user.
 */
export async function factorOfChallenge(
  queryable: Queryable,
  { challengeId, userId }: { readonly challengeId: string; readonly userId: string },
): Promise<string | undefined> {
  if (!isUuid(challengeId)) return undefined;
  const [row] = await queryable.query<{ id: string }>(
    `select f.id from users_factor_challenges c join users_factors f on f.id = c.factor_id
     where c.id = $1 and f.user_id = $2 and f.factor_type = 'webauthn' and f.status = 'unverified'`,
    [challengeId, userId],
  );
  return row?.id;
}

/**
 * Deletes and returns the challenge. Undefined if the challenge was used or does not belong to a
 * factor of this user.
 */
export async function takeChallenge(
  tx: DatabaseTransaction,
  { challengeId, userId }: { readonly challengeId: string; readonly userId: string },
): Promise<ChallengeRow | undefined> {
  if (!isUuid(challengeId)) return undefined;
  const [row] = await tx.query<ChallengeRow>(
    `delete from users_factor_challenges c using users_factors f
     where c.id = $1 and f.id = c.factor_id and f.user_id = $2 and f.status = 'verified'
     returning c.id, c.ip, c.expires_at, c.passkey_challenge`,
    [challengeId, userId],
  );
  return row;
}
