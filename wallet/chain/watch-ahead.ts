/**
 * Change of payments that these books lost lies at addresses that they have not issued yet: those
 * are watched too, and not issued again.
 */
import type { DatabaseTransaction } from "#platform";
import { CHANGE, type Account } from "./account.ts";
import { insertAddress } from "./addresses-table.ts";

const AHEAD = 200;

/** Watches so many change addresses beyond the last one with a coin, or beyond that index. */
export async function watchAhead(
  tx: DatabaseTransaction,
  account: Account,
  { usedIndex = -1, now }: { readonly usedIndex?: number; readonly now: Date },
): Promise<void> {
  const [row] = await tx.query<{ last: number; used: number }>(
    `select coalesce(max(index), -1)::int as last,
       coalesce(max(index) filter (where exists (
         select from wallet_coins c where c.script_hex = a.script_hex)), -1)::int as used
     from wallet_addresses a where branch = $1`,
    [CHANGE],
  );
  const { last = -1, used = -1 } = row ?? {};
  const end = Math.max(used, usedIndex) + AHEAD;
  if (end <= last) return;
  for (let index = last + 1; index <= end; index += 1)
    await insertAddress(tx, account.derive(CHANGE, index), { purpose: "change", now });
  await tx.query(
    "select setval('wallet_change_index', greatest(last_value, $1)) from wallet_change_index",
    [end],
  );
}
