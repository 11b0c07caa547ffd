/** SQL statements for sign-message challenges. Each challenge can be used once. */
import { deleteInBatches, type DatabaseTransaction, type Queryable } from "#platform";

export interface ChallengeRow {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly site: string;
  readonly address: string;
  readonly scriptHex: string;
  readonly message: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly spentAt: Date | null;
}

const DAY_MS = 86_400_000;

const COLUMNS = `id, user_id as "userId", network, site, address, script_hex as "scriptHex", message,
  created_at as "createdAt", expires_at as "expiresAt", spent_at as "spentAt"`;

export async function insertChallenge(
  tx: DatabaseTransaction,
  row: Omit<ChallengeRow, "spentAt">,
): Promise<void> {
  await tx.query(
    `insert into wallet_challenges (id, user_id, network, site, address, script_hex, message, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.userId,
      row.network,
      row.site,
      row.address,
      row.scriptHex,
      row.message,
      row.createdAt,
      row.expiresAt,
    ],
  );
}

/** Returns the user's number of unused, unexpired challenges. */
export async function countOpenChallenges(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(
    "select count(*) from wallet_challenges where user_id = $1 and spent_at is null and expires_at > $2",
    [userId, now],
  );
  return Number(row?.count ?? 0n);
}

/**
 * Returns the challenge and locks its row until the transaction ends, so that a second request with
 * the same challenge sees that it was used.
 */
export async function lockChallenge(
  tx: DatabaseTransaction,
  id: string,
): Promise<ChallengeRow | undefined> {
  const [row] = await tx.query<ChallengeRow>(
    `select ${COLUMNS} from wallet_challenges where id = $1 for update`,
    [id],
  );
  return row;
}

export async function spendChallenge(
  tx: DatabaseTransaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.query("update wallet_challenges set spent_at = $2 where id = $1", [id, now]);
}

/**
 * Deletes challenges that expired more than a day ago. Until then, a refusal can state that the
 * challenge has expired.
 */
export async function sweepChallenges(queryable: Queryable, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await deleteInBatches(queryable, "wallet_challenges", {
    where: "expires_at < $1",
    values: [yesterday],
  });
}
