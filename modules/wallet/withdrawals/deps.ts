/** Dependencies and settings of withdrawals. Each use case declares the dependencies it needs. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database } from "#platform";
import type { SecondFactorDeps } from "#users";
import type { Account } from "../chain/account.ts";

export interface WithdrawalDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  /** Used for withdrawals of users with two-factor authentication. */
  readonly secondFactor: SecondFactorDeps;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Withdrawals that one user may request in an hour. */
  readonly withdrawalsPerHourMax: number;
  /** Hours before an announced increase of the review limits applies. */
  readonly raiseWaitHours: number;
  /** When this process opened the wallet, from the database's clock. */
  readonly openedAt: Date;
}
