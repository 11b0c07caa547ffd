/** What the desk needs from outside. */
import type { Bus, Clock, Database, DatabaseTransaction } from "#platform";
import type { Treasury } from "#treasury";
import type { Accounts } from "../book/accounts.ts";
import type { TakeOrder } from "../book/take-order.ts";
import type { DayTerms } from "../terms/posted-terms.ts";
import type { QuoteFeed } from "./quote-feed.ts";

export type HeldTerms = Pick<DayTerms, "interest" | "markUp" | "marginRates">;

export interface DeskDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly accounts: Accounts;
  readonly feed: QuoteFeed;
  /** What holds in a New York day, and what the rollover at its end pays. */
  readonly termsOf: (day: number) => Promise<HeldTerms | undefined>;
  readonly takeOrder: TakeOrder;
  readonly treasury: Treasury;
  /** Resolves once the clock shows that time, in milliseconds since 1970. */
  readonly until: (timeMs: number) => Promise<void>;
  /** Which of these people's accounts an administrator has disabled. */
  readonly disabledAmong: (userIds: readonly string[]) => Promise<readonly string[]>;
  /** The users from whom the chain took back coins that they had spent; the wallet knows. */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}
