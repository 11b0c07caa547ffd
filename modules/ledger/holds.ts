/** Sums the open holds on a user's coins by reason. */
import { ASSETS, CLASSES } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";

export interface HeldFor {
  readonly code: TransferCode;
  readonly amountSats: bigint;
}

/**
 * Returns SQL for a one-row table of a user's holds by reason, which `heldFrom` converts. `user` is
 * a SQL expression.
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

/**
 * A user's holds in JSON form. A JavaScript number represents any possible amount of satoshis
 * exactly.
 */
export interface HeldRow {
  readonly held: readonly (readonly [code: number, sats: number])[];
}

/** Returns the holds by reason, largest first. The amounts add up to the user's held BTC. */
export function heldFrom({ held }: HeldRow): HeldFor[] {
  return held.map(([code, sats]) => ({ code: codeName(code), amountSats: BigInt(sats) }));
}
