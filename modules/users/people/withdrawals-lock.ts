/**
 * Locks withdrawals for a day after a change of the password, e-mail address or two-factor
 * authentication. If an attacker made the change, the owner has time to read the message about it.
 * A first password or factor also locks withdrawals, because an attacker may have set it.
 */
import { lockLimits } from "#api/limits";
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

const LOCK_MS = lockLimits.withdrawalHours * 3_600_000;

/**
 * Locks withdrawals. Runs in the transaction of the change. A longer lock, set before the clock was
 * set back, is kept.
 */
export async function lockWithdrawals(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    "update users_users set credentials_changed_at = greatest(credentials_changed_at, $2) where id = $1",
    [userId, now],
  );
}

/**
 * Returns the end of the lock, or undefined without a lock. A change dated in the future, which can
 * result from setting the clock back, also locks withdrawals.
 */
export async function withdrawalsLockedUntil(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<Date | undefined> {
  return (await withdrawalLocksOf(queryable, [userId], now)).get(userId);
}

/** Returns the locks of many users, without users who have no lock. */
export async function withdrawalLocksOf(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await queryable.query<{ id: string; changedAt: Date }>(
    `select id, credentials_changed_at as "changedAt" from users_users
     where id = any((select $1::uuid[])::uuid[]) and credentials_changed_at is not null`,
    [uuidArray(userIds)],
  );
  const locks = new Map<string, Date>();
  for (const { id, changedAt } of rows) {
    const until = endOf(changedAt, now);
    if (until) locks.set(id, until);
  }
  return locks;
}

function endOf(changedAt: Date, now: Date): Date | undefined {
  const until = new Date(changedAt.getTime() + LOCK_MS);
  return until > now ? until : undefined;
}
