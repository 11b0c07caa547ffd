/** The outside things and settings the wallet works with; a use case names the ones it needs. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, DatabaseTransaction, Log, Queryable } from "#platform";
import type { SecondFactorParts } from "#users";
import type { Account } from "./account.ts";
import type { Signer } from "./signer/start-signer.ts";

/** Coins of the treasury that nothing has to cover; what is beyond `wantedSats` is not counted to the satoshi. The server asks mining. */
export interface SpareTreasury {
  /** For showing. */
  read(queryable: Queryable, now: Date, wantedSats: bigint): Promise<bigint>;
  /**
   * To be moved in this transaction: whoever asks next waits for its end. Nothing but the ledger's accounts may be locked
   * after it.
   */
  claim(tx: DatabaseTransaction, now: Date, wantedSats: bigint): Promise<bigint>;
}

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
  readonly spareTreasury: SpareTreasury;
  /** Expected seconds between blocks: the block producer's pace on regtest, 600 elsewhere. */
  readonly blockSeconds: number;
  /** The reference rate in USD per BTC, as decimal text. */
  readonly rateUsdPerBtc: () => Promise<string>;
}
