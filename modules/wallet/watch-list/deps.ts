/** Dependencies of the watch list. */
import type { BitcoinNode } from "#bitcoin";
import type { Clock, Database } from "#platform";

export interface WatchListDeps {
  readonly database: Database;
  readonly node: Pick<BitcoinNode, "getBlock" | "getRawMempool" | "getTransaction">;
  readonly clock: Clock;
}
