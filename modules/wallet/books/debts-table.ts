/** SQL statements for debts: amounts that a reorg removed and the account could not repay. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

/** Returns the ledger account's debt in satoshis. Locks the row until the transaction ends. */
export async function lockDebt(tx: DatabaseTransaction, account: string): Promise<bigint> {
  const [row] = await tx.query<{ owedSats: bigint }>(
    `select owed_sats as "owedSats" from wallet_debts where account = $1 for update`,
    [account],
  );
  return row?.owedSats ?? 0n;
}

export interface Debtor {
  readonly account: string;
  readonly userId: string | null;
}

export async function addDebt(
  tx: DatabaseTransaction,
  { account, userId }: Debtor,
  amountSats: bigint,
): Promise<void> {
  await tx.query(
    `insert into wallet_debts (account, user_id, owed_sats) values ($1, $2, $3)
     on conflict (account) do update set owed_sats = wallet_debts.owed_sats + excluded.owed_sats`,
    [account, userId, amountSats],
  );
}

export async function reduceDebt(
  tx: DatabaseTransaction,
  account: string,
  amountSats: bigint,
): Promise<void> {
  await tx.query("update wallet_debts set owed_sats = owed_sats - $2 where account = $1", [
    account,
    amountSats,
  ]);
}

/** Returns the ids of users with a debt. null stands for the treasury. */
export async function listDebtors(queryable: Queryable): Promise<(string | null)[]> {
  const rows = await queryable.query<{ userId: string | null }>(
    `select user_id as "userId" from wallet_debts where owed_sats > 0 order by account`,
  );
  return rows.map(({ userId }) => userId);
}

/** Returns the number and total of all open debts, including the treasury's. */
export async function openDebts(
  queryable: Queryable,
): Promise<{ readonly open: number; readonly sats: bigint }> {
  const [row] = await queryable.query<{ open: number; sats: bigint }>(
    "select count(*)::int as open, coalesce(sum(owed_sats), 0)::bigint as sats from wallet_debts where owed_sats > 0",
  );
  return row ?? { open: 0, sats: 0n };
}

/**
 * Returns an SQL subquery with one row: the user's debt. `user` is an SQL expression for the user
 * id.
 */
export function owedSql(user: string): string {
  return `(
  select coalesce((select owed_sats from wallet_debts where user_id = ${user}), 0)::bigint as "owedSats")`;
}

export async function owedSatsOf(queryable: Queryable, userId: string): Promise<bigint> {
  return (await owedSatsOfUsers(queryable, [userId])).get(userId) ?? 0n;
}

export async function debtorsAmong(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await owedSatsOfUsers(queryable, userIds)).keys());
}

/** Returns the debts keyed by user. Users without a debt are omitted. */
export async function owedSatsOfUsers(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await queryable.query<{ userId: string; owedSats: bigint }>(
    `select user_id as "userId", owed_sats as "owedSats" from wallet_debts
     where user_id = any((select $1::uuid[])::uuid[]) and owed_sats > 0`,
    [uuidArray(userIds)],
  );
  return new Map(rows.map(({ userId, owedSats }) => [userId, owedSats]));
}
