/** The outside things and settings the wallet works with; a use case names the ones it needs. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, Log } from "#platform";
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
  /** Expected seconds between blocks: the block producer's pace on regtest, 600 elsewhere. */
  readonly blockSeconds: number;
  /** The reference rate in USD per BTC, as decimal text. */
  readonly rateUsdPerBtc: () => Promise<string>;
}
