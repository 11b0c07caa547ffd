/**
 * SQL statements for the cold wallet's watched scripts: the used scripts and a number of scripts
 * after them. Watching ahead lets a database restored from an older copy recognise coins that were
 * sent to the cold wallet after the copy was made.
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import { CHANGE } from "../chain/account.ts";
import type { AddressRow } from "../chain/addresses-table.ts";
import type { ColdDescriptor, ColdScript } from "./descriptor.ts";

export const WATCHED_AHEAD = 20;

/**
 * Returns cold addresses in the same format as the hot wallet's addresses, for the watcher. Coins
 * that the platform itself sends to cold addresses are not income.
 */
export async function findColdAddresses(
  queryable: Queryable,
  scripts: readonly string[],
): Promise<Map<string, AddressRow>> {
  if (scripts.length === 0) return new Map();
  const rows = await queryable.query<
    Pick<AddressRow, "index" | "scriptHex" | "address" | "createdAt">
  >(
    `select index, script_hex as "scriptHex", address, created_at as "createdAt" from wallet_cold_addresses
     where script_hex = any($1)`,
    [textArray(scripts)],
  );
  return new Map(
    rows.map((row) => [row.scriptHex, { ...row, branch: CHANGE, purpose: "change", userId: null }]),
  );
}

/** Returns the first unused index, and the index after the last watched index. */
export async function nextColdIndex(
  queryable: Queryable,
  descriptorId: string,
): Promise<{ readonly unused: number; readonly end: number }> {
  const [row] = await queryable.query<{ unused: number; end: number }>(
    `select coalesce(max(index) filter (where used_at is not null), -1) + 1 as unused,
       coalesce(max(index), -1) + 1 as end from wallet_cold_addresses where descriptor_id = $1`,
    [descriptorId],
  );
  return row ?? { unused: 0, end: 0 };
}

/** Derives the scripts to watch next, after index `used` was used. */
export function scriptsAhead(
  descriptor: ColdDescriptor,
  { end, used }: { readonly end: number; readonly used: number },
): ColdScript[] {
  const wanted = used + 1 + WATCHED_AHEAD;
  return Array.from({ length: Math.max(0, wanted - end) }, (_, place) =>
    descriptor.derive(end + place),
  );
}

export async function watchScripts(
  tx: DatabaseTransaction,
  scripts: readonly ColdScript[],
  { descriptorId, now }: { readonly descriptorId: string; readonly now: Date },
): Promise<void> {
  for (const { index, scriptHex, address } of scripts)
    await tx.query(
      `insert into wallet_cold_addresses (script_hex, descriptor_id, index, address, created_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [scriptHex, descriptorId, index, address, now],
    );
}

/** Marks the address as used. Returns false if a concurrent transaction has already done so. */
export async function useColdAddress(
  tx: DatabaseTransaction,
  scriptHex: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    "update wallet_cold_addresses set used_at = $2 where script_hex = $1 and used_at is null returning index",
    [scriptHex, now],
  );
  return rows.length > 0;
}

export async function findColdPlace(
  queryable: Queryable,
  scriptHex: string,
): Promise<{ readonly descriptorId: string; readonly index: number } | undefined> {
  const [row] = await queryable.query<{ descriptorId: string; index: number }>(
    `select descriptor_id as "descriptorId", index from wallet_cold_addresses where script_hex = $1`,
    [scriptHex],
  );
  return row;
}
