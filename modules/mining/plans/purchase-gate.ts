/** Dependencies and checks that all sales of hash rate share. */
import type { SettleEarnings } from "#ledger";
import type { DatabaseTransaction, PayGate } from "#platform";
import { maySell, type ReferenceValues, type Sale, type Treasury } from "#treasury";
import { lockMiner } from "../accrual/miners-table.ts";

export interface SaleDeps {
  /**
   * Returns those of the given users whose deposit was reversed by a reorg after they had spent it.
   * Provided by the wallet.
   */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
  readonly payGate: PayGate;
  readonly settleEarnings: SettleEarnings;
}

interface Selling {
  readonly now: Date;
  readonly reference: ReferenceValues;
  readonly sale: Sale;
}

/**
 * Returns true if the operator can cover the pay of these additional rigs, which count as one sale.
 * Call this before installing the first of them.
 */
export async function mayInstall(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { userId, ...selling }: Selling & { readonly userId: string },
): Promise<boolean> {
  // Lock the miner before the treasury's cover. All purchases take their locks in this order, so
  // they cannot deadlock.
  await lockMiner(tx, userId);
  return maySell(tx, treasury, selling);
}
