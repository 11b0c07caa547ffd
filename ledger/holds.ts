/** What a user's held coins are held for: the holds that are still open, summed by why they were made. */
import type { Queryable } from "#platform";
import { codeName, type TransferCode } from "./codes.ts";

export interface HeldFor {
  readonly code: TransferCode;
  readonly amountSats: bigint;
}

/** The largest first. Together they are the user's held BTC. */
export async function heldFor(queryable: Queryable, userId: string): Promise<HeldFor[]> {
  const rows = await queryable.query<{ code: number; amountSats: bigint }>(
    `select hold.code, sum(hold.amount - coalesce(released.amount, 0))::bigint as "amountSats"
     from ledger_accounts account
     join ledger_transfers hold on hold.credit = account.id and hold.kind = 1
     left join lateral (
       select sum(amount) as amount from ledger_transfers
       where pending_id = hold.id and kind = 4 and debit = account.id
     ) released on true
     where account.user_id = $1 and account.code = 2 and account.asset = 1
       and not exists (
         select from ledger_transfers ending where ending.pending_id = hold.id and ending.kind in (2, 3)
       )
     group by hold.code order by "amountSats" desc, hold.code`,
    [userId],
  );
  return rows
    .filter(({ amountSats }) => amountSats > 0n)
    .map(({ code, amountSats }) => ({ code: codeName(code), amountSats }));
}
