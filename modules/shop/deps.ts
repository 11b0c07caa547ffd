import type { Bus, Clock, Database, DatabaseTransaction, PayGate } from "#platform";
import type { Treasury } from "#treasury";

export interface ShopDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly payGate: PayGate;
  /**
   * Returns the given users whose deposit was removed by a reorg after they had spent it. The
   * wallet provides this function.
   */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
}
