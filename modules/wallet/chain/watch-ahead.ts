/**
 * Watches change addresses after the last issued one. If the database is an older copy, payments
 * that it does not contain may have sent change to them. Watched addresses are skipped when new
 * addresses are issued.
 */
import type { DatabaseTransaction } from "#platform";
import { CHANGE, type Account } from "./account.ts";
import { insertAddress } from "./addresses-table.ts";

const AHEAD = 200;

/**
 * Watches a fixed number of change addresses after the last issued index or after `index`,
 * whichever is higher.
 */
export async function watchAhead(
  tx: DatabaseTransaction,
  account: Account,
  { usedIndex, now }: { readonly usedIndex: number; readonly now: Date },
): Promise<void> {
  const [row] = await tx.query<{ last: number; issued: number }>(
    `select (select coalesce(max(index), -1)::int from wallet_addresses where branch = $1) as last,
       last_value::int as issued from wallet_change_index`,
    [CHANGE],
  );
  const { last = -1, issued = -1 } = row ?? {};
  const end = Math.max(issued, usedIndex) + AHEAD;
  for (let index = last + 1; index <= end; index += 1)
    await insertAddress(tx, account.derive(CHANGE, index), { purpose: "change", now });
}

/** Raises the change index so that the next issued address follows the last watched one. */
export async function skipWatched(tx: DatabaseTransaction): Promise<void> {
  await tx.query(
    `select setval('wallet_change_index', greatest(last_value,
       (select max(index) from wallet_addresses where branch = $1))) from wallet_change_index`,
    [CHANGE],
  );
}
