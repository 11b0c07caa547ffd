/**
 * What a user's held coins are held for: the holds that are still open, summed by why they were
 * made.
 */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";

export interface HeldFor {
  readonly code: TransferCode;
  readonly amountSats: bigint;
}

/** The largest first. Together they are the user's held BTC. */
export async function heldFor(queryable: Queryable, userId: string): Promise<HeldFor[]> {
  const rows = await queryable.query<{ code: number; amountSats: bigint }>(
    `select hold.code, sum(hold.amount)::bigint as "amountSats"
     from ledger_accounts account join ledger_open_holds hold on hold.account = account.id
     where account.user_id = $1 and account.class = ${CLASSES.held} and account.asset = ${ASSETS.BTC}
     group by hold.code order by "amountSats" desc, hold.code`,
    [userId],
  );
  return rows.map(({ code, amountSats }) => ({ code: codeName(code), amountSats }));
}
