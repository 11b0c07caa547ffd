/** What a transaction, or a withdrawal before it has one, is to the person who asks. */
import type { Queryable } from "#platform";

export interface OwnMovement {
  readonly kind: "withdrawal" | "deposit";
  readonly id: string;
  /** What arrives at the address. */
  readonly amountSats: bigint;
  /** With what was added to it for a higher fee; null for a deposit. */
  readonly feeSats: bigint | null;
  /** Its share of what the miner gets; null for a deposit, and before it is signed. */
  readonly minerFeeSats: bigint | null;
  readonly address: string;
  /** Its output; null while there is no transaction. */
  readonly vout: number | null;
}

/** `wanted`: the id that was asked for; `txid` null while nothing is signed. Withdrawals first. */
export async function ownMovements(
  queryable: Queryable,
  of: { readonly wanted: string; readonly txid: string | null; readonly userId: string },
): Promise<OwnMovement[]> {
  return queryable.query<OwnMovement>(
    `select 'withdrawal' as kind, id, amount_sats - fee_sats as "amountSats", fee_sats + bump_sats as "feeSats",
       case when txid is null then null else miner_fee_sats end as "minerFeeSats", address,
       case when txid is null then null else output_index end as vout
     from wallet_withdrawals
     where (id = $1 or paid_with = $1 or txid = $2) and user_id = $3 and purpose = 'user'
     union all
     select 'deposit', id, amount_sats, null, null, address, vout
     from wallet_deposits where txid = $2 and user_id = $3
     order by kind desc, vout`,
    [of.wanted, of.txid, of.userId],
  );
}
