/** SQL statements for passkeys and for passkey sign-in challenges. */
import { isUuid, type DatabaseTransaction, type Queryable } from "#platform";

export interface PasskeyRow {
  readonly factor_id: string;
  readonly user_id: string;
  readonly friendly_name: string;
  readonly created_at: Date;
  /** Credential id in base64url, as the browser sends it. */
  readonly credential_id: string;
  /** Public key in COSE format. */
  readonly public_key: Buffer;
  /** Signature counter of the device; always 0 if the device has none. */
  readonly counter: bigint;
  readonly transports: readonly string[];
  /** True if the passkey is shared by several devices or stored in a password manager. */
  readonly is_synced: boolean;
  readonly last_used_at: Date | null;
}

const PASSKEYS = `select p.*, f.user_id, f.friendly_name, f.created_at from users_passkeys p
  join users_factors f on f.id = p.factor_id and f.status = 'verified'`;

export function findPasskeys(queryable: Queryable, userId: string): Promise<PasskeyRow[]> {
  return queryable.query<PasskeyRow>(
    `${PASSKEYS} where f.user_id = $1 order by f.created_at, f.id`,
    [userId],
  );
}

export async function findPasskey(
  queryable: Queryable,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await queryable.query<PasskeyRow>(`${PASSKEYS} where p.credential_id = $1`, [
    credentialId,
  ]);
  return row;
}

/** Inserts a passkey. Returns false if any user already has this credential. */
export async function insertPasskey(
  tx: DatabaseTransaction,
  passkey: Pick<
    PasskeyRow,
    "counter" | "credential_id" | "factor_id" | "is_synced" | "public_key" | "transports"
  >,
): Promise<boolean> {
  const { factor_id, credential_id, public_key, counter, transports, is_synced } = passkey;
  const rows = await tx.query(
    `insert into users_passkeys (factor_id, credential_id, public_key, counter, transports, is_synced)
     values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing returning 1`,
    [factor_id, credential_id, public_key, counter, [...transports], is_synced],
  );
  return rows.length > 0;
}

export async function recordPasskeyUse(
  tx: DatabaseTransaction,
  use: {
    readonly factorId: string;
    readonly counter: bigint;
    readonly isSynced: boolean;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    "update users_passkeys set counter = $2, is_synced = $3, last_used_at = $4 where factor_id = $1",
    [use.factorId, use.counter, use.isSynced, use.now],
  );
}

export interface SignInChallenge {
  readonly id: string;
  readonly challenge: string;
  readonly expires_at: Date;
}

export async function insertSignInChallenge(
  queryable: Queryable,
  { id, challenge, expires_at: expiresAt }: SignInChallenge,
): Promise<void> {
  await queryable.query(
    "insert into users_passkey_challenges (id, challenge, expires_at) values ($1, $2, $3)",
    [id, challenge, expiresAt],
  );
}

/**
 * Deletes and returns the challenge. Returns undefined if the challenge was used or never existed.
 */
export async function takeSignInChallenge(
  queryable: Queryable,
  id: string,
): Promise<SignInChallenge | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await queryable.query<SignInChallenge>(
    "delete from users_passkey_challenges where id = $1 returning *",
    [id],
  );
  return row;
}
