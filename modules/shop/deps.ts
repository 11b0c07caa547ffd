/** What the shop needs from outside. */
import type { Bus, Clock, Database, DatabaseTransaction, PayGate } from "#platform";
import type { Treasury } from "#treasury";

export interface ShopDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly payGate: PayGate;
  /** The users from whom the chain took back coins that they had spent; the wallet knows. */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
}
