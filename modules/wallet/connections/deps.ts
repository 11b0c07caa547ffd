/** Dependencies of the code for verified addresses. */
import type { Bus, Clock, Database } from "#platform";
import type { Account } from "../chain/account.ts";

export interface ConnectionDeps {
  readonly database: Database;
  readonly account: Pick<Account, "network">;
  readonly bus: Bus;
  readonly clock: Clock;
}
