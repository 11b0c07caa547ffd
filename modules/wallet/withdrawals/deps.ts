/**
 * The outside things and settings that withdrawals are made with; a use case names the ones it
 * needs.
 */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database } from "#platform";
import type { SecondFactorDeps } from "#users";
import type { Account } from "../chain/account.ts";

export interface WithdrawalDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  /** For withdrawals of people with a second factor. */
  readonly secondFactor: SecondFactorDeps;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Withdrawals that one person may ask for in an hour. */
  readonly withdrawalsPerHourMax: number;
  /** So long after it was posted a raise of the limits of review counts. */
  readonly raiseWaitHours: number;
  /** When this process opened the wallet, by the database's clock. */
  readonly openedAt: Date;
}
