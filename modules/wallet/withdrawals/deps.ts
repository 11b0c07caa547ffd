/** Dependencies and settings of withdrawals. Each use case declares the ones it needs. */
import type { BitcoinNode } from "#bitcoin";
import type { AccruedEarnings, SettleEarnings } from "#ledger";
import type { Bus, Clock, Database } from "#platform";
import type { SecondFactorDeps } from "#users";
import type { Account } from "../chain/account.ts";

export interface WithdrawalDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  /** For withdrawals of users with two-factor authentication. */
  readonly secondFactor: SecondFactorDeps;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Maximum number of withdrawals per user and hour. */
  readonly withdrawalsPerHourMax: number;
  /** Hours until an announced increase of the review limits applies. */
  readonly raiseWaitHours: number;
  readonly settleEarnings: SettleEarnings;
  /** Earnings since the last payout, which the user can spend. */
  readonly accrued: AccruedEarnings;
  /** When this process opened the wallet, from the database's clock. */
  readonly openedAt: Date;
}
