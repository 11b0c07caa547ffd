/** What the shop needs from outside. */
import type { Bus, Clock, Database, DatabaseTransaction, PayGate } from "#platform";
import type { Treasury } from "#treasury";

export interface ShopParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly payGate: PayGate;
  /** Whether the chain took back coins that the user had; the wallet knows. */
  readonly isFrozen: (tx: DatabaseTransaction, userId: string) => Promise<boolean>;
  readonly treasury: Treasury;
}
