/** The outside things and settings the wallet works with; a use case names the ones it needs. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, Log } from "#platform";
import type { Treasury } from "#treasury";
import type { SecondFactorParts } from "#users";
import type { Account } from "./account.ts";
import type { Signer } from "./signer/start-signer.ts";

export interface WalletParts {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  readonly signer: Signer;
  /** For withdrawals of people with an authenticator. */
  readonly secondFactor: SecondFactorParts;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Withdrawals that one person may ask for in an hour. */
  readonly withdrawalsPerHourMax: number;
  /** So long after it was posted a raise of the limits of review and of the faucet counts. */
  readonly raiseWaitHours: number;
  readonly treasury: Treasury;
  /** Expected seconds between blocks: the block producer's pace on regtest, 600 elsewhere. */
  readonly blockSeconds: number;
}
