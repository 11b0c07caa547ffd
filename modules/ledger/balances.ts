/** What an account holds now: its running balance, kept equal to the sum of its transfers. */
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
 * The four balances of the user of that SQL expression as a table of one row, for a page that reads
 * them together with its own; zeros before the accounts are open.
 */
export function balancesSql(user: string): string {
  return `(select ${FOUR_BALANCES} from ledger_accounts where user_id = ${user})`;
}

const BALANCES = `select * from ${balancesSql("$1")} as balances`;

/** A user's four balances; zeros before the accounts are open. */
export async function balancesOf(queryable: Queryable, userId: string): Promise<Balances> {
  const [row] = await queryable.query<Balances>(BALANCES, [userId]);
  return row ?? { availableSats: 0n, heldSats: 0n, availableCents: 0n, heldCents: 0n };
}

/** The same for a page of people, by user id; who has no accounts is missing. */
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
 * What all users together own, available and held. Read from the other side of the books: each
 * asset sums to zero, and the accounts that are nobody's are few whatever the number of users.
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

/** Satoshis or cents on one account. Throws when there is no account of that name. */
export async function accountBalance(queryable: Queryable, name: AccountName): Promise<bigint> {
  const [row] = await queryable.query<{ balance: bigint }>(
    "select balance from ledger_accounts where name = $1",
    [name],
  );
  if (!row) throw new Error(`no ledger account ${name}`);
  return row.balance;
}

/** The same of several at one moment, in the order of the names. */
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
