/**
 * Explains to owners and administrators why an approved payment has no coins yet. Faucet grants
 * queue behind a payment that waits for blocks, but not behind a payment that needs coins from the
 * cold wallet, because new blocks do not make these coins available.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import { COIN_AGES } from "../chain/chain-rules.ts";
import type { Cursor } from "../chain/chain-table.ts";
import { sumSpendable, sumUnspent } from "../chain/coins-table.ts";
import { sumCold } from "../cold/cold-coins-table.ts";

/** The wallet has enough coins, but some need more confirmations. */
export const WAITS_FOR_BLOCKS =
  "This withdrawal is waiting for blocks, because the coins that will pay it need more confirmations.";

export const KEPT_OFFLINE =
  "The amount is more than the coins kept online. It will be sent when administrators have brought back coins that are kept offline.";

const TOO_MANY_COINS =
  "This withdrawal needs more small coins than one payment can contain. It is waiting for larger coins. A smaller withdrawal can be sent at once.";

/** Returns the reasons for payments that need `neededSats` each, keyed by payment id. */
export async function waitingReasons(
  tx: DatabaseTransaction,
  tip: Cursor,
  payments: readonly { readonly id: string; readonly neededSats: bigint }[],
): Promise<ReadonlyMap<string, string>> {
  const spendableSats = await sumSpendable(tx, { tip, ages: COIN_AGES.fresh });
  const comingSats = (await sumCold(tx)) > 0n ? await sumComing(tx) : undefined;
  const reasonOf = (neededSats: bigint) => {
    if (neededSats <= spendableSats) return TOO_MANY_COINS;
    return comingSats !== undefined && comingSats < neededSats ? KEPT_OFFLINE : WAITS_FOR_BLOCKS;
  };
  return new Map(payments.map(({ id, neededSats }) => [id, reasonOf(neededSats)]));
}

/**
 * Returns the amount that becomes spendable with more confirmations: all hot coins minus outgoing
 * amounts.
 */
async function sumComing(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable.query<{ leavingSats: bigint; returningSats: bigint }>(
    `with own as (select id from wallet_self_transfers where state in ('chosen', 'signed', 'broadcast', 'in_mempool'))
     select ((select coalesce(sum(amount_sats - fee_sats + miner_fee_sats), 0) from wallet_withdrawals
         where state in ('reserved', 'signed', 'broadcast', 'in_mempool'))
       + (select coalesce(sum(amount_sats), 0) from wallet_cold_moves join own using (id)))::bigint as "leavingSats",
       (select coalesce(sum(amount_sats), 0)::bigint from wallet_cold_returns join own using (id)) as "returningSats"`,
  );
  if (!row) throw new Error("the sum returned no row");
  return (await sumUnspent(queryable)) + row.returningSats - row.leavingSats;
}
