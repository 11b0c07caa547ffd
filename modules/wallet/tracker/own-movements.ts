/** Returns the caller's part of a transaction, or of a withdrawal that has no transaction yet. */
import type { Queryable } from "#platform";

export interface OwnMovement {
  readonly kind: "withdrawal" | "deposit";
  readonly id: string;
  /** Amount that arrives at the address. */
  readonly amountSats: bigint;
  /** The user's fee, including the fee bumps that the user paid for; null for a deposit. */
  readonly feeSats: bigint | null;
  /**
   * The withdrawal's share of the miner's fee; null for a deposit and before the payment is signed.
   */
  readonly minerFeeSats: bigint | null;
  readonly address: string;
  /** Index of the output that belongs to the withdrawal or deposit; null without a transaction. */
  readonly vout: number | null;
}

/**
 * Returns the caller's parts, withdrawals first. `wanted` is the requested id; `txid` is null
 * before the payment is signed.
 */
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
