/** Dependencies of signing and sending payments. Each step declares the dependencies it needs. */
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
  /** Folder with the file that stores the last signature number. */
  readonly dataDir: string;
  /** Start time, from the database's clock. */
  readonly openedAt: Date;
}
