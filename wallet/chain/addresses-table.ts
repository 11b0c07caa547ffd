/** Scripts we watch and whose they are. The table is the truth: there is no gap scan. */
import type { DatabaseTransaction, Queryable } from "#platform";
import { CHANGE, RECEIVE, type DerivedAddress } from "./account.ts";

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

/** The next index of the branch. Skipped numbers are harmless. */
export async function nextIndex(
  queryable: Queryable,
  branch: typeof RECEIVE | typeof CHANGE,
): Promise<number> {
  const sequence = branch === RECEIVE ? "wallet_deposit_index" : "wallet_change_index";
  const [row] = await queryable.query<{ index: bigint }>(`select nextval('${sequence}') as index`);
  return Number(row?.index);
}

export async function insertAddress(
  queryable: Queryable,
  derived: DerivedAddress,
  owner: { readonly purpose: AddressPurpose; readonly userId?: string; readonly now: Date },
): Promise<void> {
  await queryable.query(
    `insert into wallet_addresses (branch, index, script_hex, address, purpose, user_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (branch, index) do nothing`,
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

/** The user's addresses that never received anything, newest first. */
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

/** Makes concurrent requests of one user for an address wait for each other. */
export async function lockUserAddresses(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('wallet/addresses/' || $1, 0))", [
    userId,
  ]);
}
