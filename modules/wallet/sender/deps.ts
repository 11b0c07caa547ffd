/** Dependencies of the steps that sign and send payments. Each step declares the ones it needs. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, Log } from "#platform";
import type { Treasury } from "#treasury";
import type { Account } from "../chain/account.ts";
import type { IssuedAddresses } from "../chain/issued-addresses.ts";
import type { Signer } from "../signer/start-signer.ts";

export interface SenderDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  readonly issued: IssuedAddresses;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly treasury: Treasury;
  /** Data folder, which contains the file with the last signature number. */
  readonly dataDir: string;
  /** Start time by the database's clock. */
  readonly openedAt: Date;
}
