/**
 * After a change of password, e-mail address or second factor nothing can be withdrawn for a day:
 * whoever took an account over has to wait, while its owner reads the message about it. A first
 * password or factor counts too: who took over would set one.
 */
import { lockLimits } from "#api/limits";
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

const LOCK_MS = lockLimits.withdrawalHours * 3_600_000;

/** For the transaction of the change. With the clock put back an earlier, longer lock stays. */
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
 * When the lock ends; undefined when there is none. A change that lies ahead, on a clock put back,
 * locks too.
 */
export async function withdrawalsLockedUntil(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await queryable.query<{ changedAt: Date | null }>(
    `select credentials_changed_at as "changedAt" from users_users where id = $1`,
    [userId],
  );
  return endOf(row?.changedAt ?? null, now);
}

/** Those among them whose withdrawals are locked. */
export async function lockedWithdrawalsAmong(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ id: string; changedAt: Date }>(
    `select id, credentials_changed_at as "changedAt" from users_users
     where id = any((select $1::uuid[])::uuid[]) and credentials_changed_at is not null`,
    [uuidArray(userIds)],
  );
  return new Set(rows.filter(({ changedAt }) => endOf(changedAt, now)).map(({ id }) => id));
}

function endOf(changedAt: Date | null, now: Date): Date | undefined {
  if (!changedAt) return undefined;
  const until = new Date(changedAt.getTime() + LOCK_MS);
  return until > now ? until : undefined;
}
