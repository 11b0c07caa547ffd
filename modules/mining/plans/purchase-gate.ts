/** Dependencies of every sale of hash rate. */
import type { DatabaseTransaction, PayGate } from "#platform";
import { maySell, type ReferenceValues, type Sale, type Treasury } from "#treasury";
import { lockMiner } from "../accrual/miners-table.ts";

export interface SaleDeps {
  /** The users from whom the chain took back coins that they had spent; the wallet knows. */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
  readonly payGate: PayGate;
}

interface Selling {
  readonly now: Date;
  /** In force then. */
  readonly reference: ReferenceValues;
  readonly sale: Sale;
}

/**
 * True if the operator can pay for these machines too, several as one sale. To be asked before any
 * of them is installed.
 */
export async function mayInstall(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { userId, ...selling }: Selling & { readonly userId: string },
): Promise<boolean> {
  // As every other purchase: the miner first, then the cover.
  await lockMiner(tx, userId);
  return maySell(tx, treasury, selling);
}
