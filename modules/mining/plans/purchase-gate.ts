/** Dependencies and checks that all sales of hash rate share. */
import type { DatabaseTransaction, PayGate } from "#platform";
import { maySell, type ReferenceValues, type Sale, type Treasury } from "#treasury";
import { lockMiner } from "../accrual/miners-table.ts";

export interface SaleDeps {
  /**
   * Returns those of the users whose deposit was removed by a reorg after they had spent it.
   * Provided by the wallet.
   */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
  readonly payGate: PayGate;
}

interface Selling {
  readonly now: Date;
  /** The reference values in force at `now`. */
  readonly reference: ReferenceValues;
  readonly sale: Sale;
}

/**
 * Returns true if the operator can cover the pay of these additional rigs. Several rigs count as
 * one sale. Call this before installing any of them.
 */
export async function mayInstall(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { userId, ...selling }: Selling & { readonly userId: string },
): Promise<boolean> {
  // Lock the miner before the treasury's cover, in the same order as all other purchases.
  await lockMiner(tx, userId);
  return maySell(tx, treasury, selling);
}
