/**
 * SQL statements for watched scripts and their owners. Only scripts in this table are watched;
 * there is no gap scan.
 */
import { userLock, uuidArray, type Queryable } from "#platform";
import { RECEIVE, type DerivedAddress } from "./account.ts";

export type AddressPurpose = "treasury" | "deposit" | "change";

export interface AddressRow {
  readonly branch: number;
  readonly index: number;
  readonly scriptHex: string;
  readonly address: string;
  readonly purpose: AddressPurpose;
  readonly userId: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `branch, index, script_hex as "scriptHex", address, purpose, user_id as "userId", created_at as "createdAt"`;

/** Increments and returns the change index. Skipped indexes are harmless. */
export async function nextChangeIndex(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ index: bigint }>(
    "select nextval('wallet_change_index') as index",
  );
  return Number(row?.index);
}

/**
 * Increments the index of the current receive branch. Returns the branch and the index. Skipped
 * indexes are harmless.
 */
export async function nextReceivePath(
  queryable: Queryable,
): Promise<{ readonly branch: number; readonly index: number }> {
  const [row] = await queryable.query<{ branch: number; index: bigint }>(
    `select coalesce((select branch from wallet_receive_branches order by started_at desc, branch desc limit 1), $1)::integer as branch,
       nextval('wallet_deposit_index') as index`,
    [RECEIVE],
  );
  if (!row) throw new Error("the database returned no index");
  return { branch: row.branch, index: Number(row.index) };
}

/** Inserts an address. Returns false if it is already in the table. */
export async function insertAddress(
  queryable: Queryable,
  derived: DerivedAddress,
  owner: { readonly purpose: AddressPurpose; readonly userId?: string; readonly now: Date },
): Promise<boolean> {
  const rows = await queryable.query(
    `insert into wallet_addresses (branch, index, script_hex, address, purpose, user_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (branch, index) do nothing
     returning index`,
    [
      derived.branch,
      derived.index,
      derived.scriptHex,
      derived.address,
      owner.purpose,
      owner.userId ?? null,
      owner.now,
    ],
  );
  return rows.length > 0;
}

export async function findAddresses(
  queryable: Queryable,
  scripts: readonly string[],
): Promise<Map<string, AddressRow>> {
  if (scripts.length === 0) return new Map();
  const rows = await queryable.query<AddressRow>(
    `select ${COLUMNS} from wallet_addresses where script_hex = any($1)`,
    [scripts],
  );
  return new Map(rows.map((row) => [row.scriptHex, row]));
}

/** Returns the user's addresses that never received a deposit, newest first. */
export async function listUnusedAddresses(
  queryable: Queryable,
  userId: string,
): Promise<AddressRow[]> {
  return queryable.query<AddressRow>(
    `select ${COLUMNS} from wallet_addresses a where user_id = $1
       and not exists (select from wallet_deposits d where d.user_id = $1 and d.address = a.address)
     order by index desc`,
    [userId],
  );
}

/** Returns each user's newest unused address. Users without an unused address are omitted. */
export async function newestUnusedAddresses(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AddressRow>> {
  const rows = await queryable.query<AddressRow & { userId: string }>(
    `select distinct on (user_id) ${COLUMNS} from wallet_addresses a where user_id = any((select $1::uuid[])::uuid[])
       and not exists (select from wallet_deposits d where d.user_id = a.user_id and d.address = a.address)
     order by user_id, index desc`,
    [uuidArray(userIds)],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

export const addressesLock = userLock("wallet/addresses");
