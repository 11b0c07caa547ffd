/** What uploads need, of them what the users module knows. */
import type { Clock, Database, DatabaseTransaction, Origin } from "#platform";
import type { PastMarket } from "../past/past-feed.ts";

export interface PriceFileDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly past: PastMarket;
  readonly people: People;
}

export interface People {
  /** Until the transaction ends the account is not deleted. Throws when it was. */
  readonly requirePerson: (tx: DatabaseTransaction, userId: string) => Promise<void>;
  /** Counts one hit with the transaction. True if it exceeds the limit of a network. */
  readonly addNetworkHit: (tx: DatabaseTransaction, window: NetworkWindow) => Promise<boolean>;
}

interface NetworkWindow {
  readonly key: string;
  readonly origin: Origin;
  readonly max: number;
  readonly windowMs: number;
  readonly now: Date;
}
