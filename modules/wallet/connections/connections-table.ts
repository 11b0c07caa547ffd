/**
 * SQL statements for verified addresses and the message and signature that verified each of them.
 */
import type { MessageForm } from "#signatures";
import { userLock, uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

export type Connector = "by_hand" | "browser_wallet" | "walletconnect" | "ledger";

export interface ConnectionRow {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly address: string;
  readonly scriptHex: string;
  readonly name: string;
  readonly connector: Connector;
  readonly form: MessageForm;
  readonly message: string;
  readonly signature: string;
  readonly verifiedAt: Date;
}

const COLUMNS = `id, user_id as "userId", network, address, script_hex as "scriptHex", name, connector, form, message, signature,
  verified_at as "verifiedAt"`;

export async function insertConnection(tx: DatabaseTransaction, row: ConnectionRow): Promise<void> {
  await tx.query(
    `insert into wallet_connections (id, user_id, network, address, script_hex, name, connector, form, message, signature, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.id,
      row.userId,
      row.network,
      row.address,
      row.scriptHex,
      row.name,
      row.connector,
      row.form,
      row.message,
      row.signature,
      row.verifiedAt,
    ],
  );
}

/**
 * Returns a user's verified addresses, newest first. Not paged, because the number per user is
 * limited.
 */
export async function connectionsOf(
  queryable: Queryable,
  { userId, network }: { readonly userId: string; readonly network: string },
): Promise<ConnectionRow[]> {
  return (await connectionsOfUsers(queryable, { userIds: [userId], network })).get(userId) ?? [];
}

/**
 * Returns the verified addresses of many users, keyed by user. Users without a verified address are
 * omitted.
 */
export async function connectionsOfUsers(
  queryable: Queryable,
  { userIds, network }: { readonly userIds: readonly string[]; readonly network: string },
): Promise<ReadonlyMap<string, ConnectionRow[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await queryable.query<ConnectionRow>(
    `select ${COLUMNS} from wallet_connections where user_id = any((select $1::uuid[])::uuid[]) and network = $2
     order by verified_at desc, id desc`,
    [uuidArray(userIds), network],
  );
  return Map.groupBy(rows, ({ userId }) => userId);
}

interface Owned {
  readonly userId: string;
  readonly connectionId: string;
}

/** Renames an address. Returns undefined if the address does not belong to this user. */
export async function renameRow(
  queryable: Queryable,
  { userId, connectionId, name }: Owned & { readonly name: string },
): Promise<ConnectionRow | undefined> {
  const [row] = await queryable.query<ConnectionRow>(
    `update wallet_connections set name = $3 where id = $2 and user_id = $1 returning ${COLUMNS}`,
    [userId, connectionId, name],
  );
  return row;
}

export async function deleteRow(
  queryable: Queryable,
  { userId, connectionId }: Owned,
): Promise<boolean> {
  const rows = await queryable.query(
    "delete from wallet_connections where id = $2 and user_id = $1 returning id",
    [userId, connectionId],
  );
  return rows.length > 0;
}

/** Deletes all verified addresses of a user who is being deleted. */
export async function forgetConnections(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from wallet_challenges where user_id = $1", [userId]);
  await tx.query("delete from wallet_connections where user_id = $1", [userId]);
  await tx.query("delete from wallet_address_locks where user_id = $1", [userId]);
}

export const connectionsLock = userLock("wallet/connections");
