/** Dependencies of the desk. */
import type { SettleEarnings } from "#ledger";
import type { Instrument } from "#market";
import type { Bus, Clock, Database, DatabaseTransaction } from "#platform";
import type { Treasury } from "#treasury";
import type { Accounts } from "../book/accounts.ts";
import type { TakeOrder } from "../book/take-order.ts";
import type { DayTerms } from "../terms/posted-terms.ts";
import type { QuoteFeed } from "./quote-feed.ts";

export interface HeldTerms extends Pick<DayTerms, "interest" | "markUp" | "marginRates"> {
  /** Source of the interest rates. Absent if administrators post them. */
  readonly interestSource?: string;
  /** Days of interest by pair. Absent if all pairs have the same days. */
  readonly daysOf?: (instrument: Instrument, day: number) => number;
}

export interface DeskDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly accounts: Accounts;
  readonly feed: QuoteFeed;
  /** Returns a New York day's terms, including those of the rollover at its end. */
  readonly termsOf: (day: number) => Promise<HeldTerms | undefined>;
  readonly takeOrder: TakeOrder;
  readonly treasury: Treasury;
  readonly settleEarnings: SettleEarnings;
  /** Resolves once the clock reaches that time (milliseconds since 1970). */
  readonly until: (timeMs: number) => Promise<void>;
  /**
   * Blocks the account's deletion until the transaction ends. Throws if the account is already
   * deleted.
   */
  readonly requirePerson: (tx: DatabaseTransaction, userId: string) => Promise<void>;
  /** Returns those of the given users whose account is disabled. */
  readonly disabledAmong: (userIds: readonly string[]) => Promise<readonly string[]>;
  /**
   * Returns those of the given users who owe coins because a reorg reversed deposits that they had
   * already spent.
   */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}
