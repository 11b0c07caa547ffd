/** Defines the dependencies of uploads, including functions of the users module. */
import type { Clock, Database, DatabaseTransaction, Origin } from "#platform";
import type { PastMarket } from "../past/past-feed.ts";

export interface PriceFileDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly past: PastMarket;
  readonly people: People;
}

export interface People {
  /**
   * Blocks deletion of the account until the transaction ends. Throws if the account is already
   * deleted.
   */
  readonly requirePerson: (tx: DatabaseTransaction, userId: string) => Promise<void>;
  /** Adds one hit for the network in the transaction. Returns true if the hit exceeds the limit. */
  readonly addNetworkHit: (tx: DatabaseTransaction, window: NetworkWindow) => Promise<boolean>;
}

interface NetworkWindow {
  readonly key: string;
  readonly origin: Origin;
  readonly max: number;
  readonly windowMs: number;
  readonly now: Date;
}
