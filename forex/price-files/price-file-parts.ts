/** What uploads need, of them what the room of the people knows. */
import type { Clock, Database, DatabaseTransaction } from "#platform";
import type { PastMarket } from "../past/history.ts";

export interface PriceFileParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly past: PastMarket;
  readonly people: People;
}

export interface People {
  /** Until the transaction ends the account is not deleted. Throws when it was. */
  readonly requirePerson: (tx: DatabaseTransaction, userId: string) => Promise<void>;
  /** Counts one hit with the transaction; how many the window has, this one included. */
  readonly addHit: (tx: DatabaseTransaction, window: RateWindow) => Promise<number>;
}

interface RateWindow {
  readonly key: string;
  readonly windowMs: number;
  readonly now: Date;
}
