/**
 * What a user's held coins are held for: the holds that are still open, summed by why they were
 * made.
 */
import { ASSETS, CLASSES } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";

export interface HeldFor {
  readonly code: TransferCode;
  readonly amountSats: bigint;
}

/**
 * What the coins of the user of that SQL expression are held for, as a table of one row; to be read
 * by `heldFrom`.
 */
export function heldSql(user: string): string {
  return `(
  select coalesce(json_agg(array[code, sats] order by sats desc, code), '[]') as held from (
    select hold.code::bigint, sum(hold.amount)::bigint as sats
    from ledger_accounts account join ledger_open_holds hold on hold.account = account.id
    where account.user_id = ${user} and account.class = ${CLASSES.held} and account.asset = ${ASSETS.BTC}
    group by hold.code
  ) as by_code)`;
}

/** As JSON has it: there are fewer satoshis than a number counts. */
export interface HeldRow {
  readonly held: readonly (readonly [code: number, sats: number])[];
}

/** The largest first. Together they are the user's held BTC. */
export function heldFrom({ held }: HeldRow): HeldFor[] {
  return held.map(([code, sats]) => ({ code: codeName(code), amountSats: BigInt(sats) }));
}
