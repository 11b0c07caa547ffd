/** Dependencies of the shop. */
import type { SettleEarnings } from "#ledger";
import type { Bus, Clock, Database, DatabaseTransaction, PayGate } from "#platform";
import type { Treasury } from "#treasury";

export interface ShopDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly payGate: PayGate;
  readonly settleEarnings: SettleEarnings;
  /**
   * Returns those of the given users whose account is frozen because they spent a deposit that a
   * reorg then removed. Provided by the wallet.
   */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
}
