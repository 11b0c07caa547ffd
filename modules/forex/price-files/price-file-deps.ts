/** Dependencies of uploads, including functions of the users module. */
import type { Clock, Database, DatabaseTransaction, Origin } from "#platform";
import type { PastMarket } from "../past/past-feed.ts";
import type { UploadThreads } from "./upload-threads.ts";

export interface PriceFileDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly past: PastMarket;
  readonly people: People;
  readonly threads: UploadThreads;
}

export interface People {
  /**
   * Blocks the account's deletion until the transaction ends. Throws if the account is already
   * deleted.
   */
  readonly requirePerson: (tx: DatabaseTransaction, userId: string) => Promise<void>;
  /**
   * Counts one hit for the network within the transaction. Returns true if the hit exceeds the
   * limit.
   */
  readonly addNetworkHit: (tx: DatabaseTransaction, window: NetworkWindow) => Promise<boolean>;
}

interface NetworkWindow {
  readonly key: string;
  readonly origin: Origin;
  readonly max: number;
  readonly windowMs: number;
  readonly now: Date;
}
