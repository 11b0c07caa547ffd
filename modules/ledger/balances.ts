/**
 * Reads current account balances. The database keeps each balance equal to the sum of the account's
 * transfers.
 */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES, type AccountName, type Asset } from "./accounts.ts";

export interface Balances {
  readonly availableSats: bigint;
  readonly heldSats: bigint;
  readonly availableCents: bigint;
  readonly heldCents: bigint;
}

const FOUR_BALANCES = `
  ${sumOf("available", "BTC")} as "availableSats", ${sumOf("held", "BTC")} as "heldSats",
  ${sumOf("available", "USD")} as "availableCents", ${sumOf("held", "USD")} as "heldCents"`;

/**
 * Returns SQL for a one-row table of a user's four balances, which pages can join to their own
 * query. `user` is a SQL expression. Balances are zero until the accounts are open.
 */
export function balancesSql(user: string): string {
  return `(select ${FOUR_BALANCES} from ledger_accounts where user_id = ${user})`;
}

const BALANCES = `select * from ${balancesSql("$1")} as balances`;

/** Returns a user's four balances. They are zero until the accounts are open. */
export async function balancesOf(queryable: Queryable, userId: string): Promise<Balances> {
  const [row] = await queryable.query<Balances>(BALANCES, [userId]);
  return row ?? { availableSats: 0n, heldSats: 0n, availableCents: 0n, heldCents: 0n };
}

/** Returns balances by user id. Users without accounts are not in the map. */
export async function balancesOfUsers(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> {
  const rows = await queryable.query<Balances & { userId: string }>(
    `select user_id as "userId",
       ${FOUR_BALANCES}
     from ledger_accounts where user_id = any((select $1::uuid[])::uuid[]) group by user_id`,
    [[...userIds]],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

/**
 * Returns the total available and held balance of all users. All accounts of an asset sum to zero,
 * so this total is the negative of all other balances and can be computed from the few accounts
 * without a user.
 */
export async function totalUserBalances(
  queryable: Queryable,
): Promise<{ readonly sats: bigint; readonly cents: bigint }> {
  const [row] = await queryable.query<{ sats: bigint; cents: bigint }>(
    `select coalesce(-sum(balance) filter (where asset = ${ASSETS.BTC}), 0)::bigint as sats,
       coalesce(-sum(balance) filter (where asset = ${ASSETS.USD}), 0)::bigint as cents
     from ledger_accounts where user_id is null`,
  );
  return row ?? { sats: 0n, cents: 0n };
}

/** Returns the satoshis or cents in one account. Throws if the account does not exist. */
export async function accountBalance(queryable: Queryable, name: AccountName): Promise<bigint> {
  const [row] = await queryable.query<{ balance: bigint }>(
    "select balance from ledger_accounts where name = $1",
    [name],
  );
  if (!row) throw new Error(`no ledger account ${name}`);
  return row.balance;
}

/** Returns the balances of several accounts from one snapshot, in the order of the names. */
export async function accountBalances(
  queryable: Queryable,
  names: readonly AccountName[],
): Promise<bigint[]> {
  const rows = await queryable.query<{ name: string; balance: bigint }>(
    "select name, balance from ledger_accounts where name = any((select $1::text[])::text[])",
    [[...names]],
  );
  const balances = new Map(rows.map(({ name, balance }) => [name, balance]));
  return names.map((name) => {
    const balance = balances.get(name);
    if (balance === undefined) throw new Error(`no ledger account ${name}`);
    return balance;
  });
}

function sumOf(part: "available" | "held", asset: Asset): string {
  return `coalesce(sum(balance) filter (where class = ${CLASSES[part]} and asset = ${ASSETS[asset]}), 0)::bigint`;
}

/**
 * Returns the ids of users with accounts, in order, for reading all users in batches. `after` is
 * the last id of the previous batch.
 */
export async function listAccountOwners(
  queryable: Queryable,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    `select distinct user_id as "userId" from ledger_accounts
     where user_id is not null and ($1::uuid is null or user_id > $1) order by 1 limit $2`,
    [after ?? null, limit],
  );
  return rows.map(({ userId }) => userId);
}
