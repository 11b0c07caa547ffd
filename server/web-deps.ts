/** Defines the dependencies of the HTTP server and its modules. */
import type { Registry } from "prom-client";
import { type Machine } from "#admin";
import type { BitcoinNode } from "#bitcoin";
import { earnRoutes } from "#earn";
import { type Forex } from "#forex";
import { type BuyDeps } from "#mining";
import type { Config, Reads } from "#platform";
import { type ShopDeps } from "#shop";
import { type UsersDeps } from "#users";
import { type OpenWallet } from "#wallet";
import type { ClaimedPort } from "./listening.ts";
import type { OperatorProducts } from "./products.ts";
import type { EventLoop } from "./health/event-loop.ts";
import type { Readiness } from "./health/readiness.ts";
import { type Pool } from "#pool";

export interface WebDeps {
  readonly config: Config;
  readonly claimed: ClaimedPort;
  readonly url: string;
  readonly root: string;
  readonly webFolder: string;
  readonly node: BitcoinNode;
  readonly operator: OperatorProducts;
  readonly users: UsersDeps;
  readonly wallet: OpenWallet;
  readonly mining: BuyDeps & { readonly raiseWaitHours: number };
  readonly earn: Parameters<typeof earnRoutes>[0];
  readonly forex: Forex;
  readonly shop: ShopDeps;
  /** The pool. Undefined if this process runs no pool. */
  readonly pool: Pool | undefined;
  /**
   * Read access to the standby. Undefined if there is no standby, because the primary then handles
   * all reads.
   */
  readonly reads: Reads | undefined;
  /** The registry for metrics of requests and of the stream. */
  readonly registry: Registry;
  readonly machine: Machine;
  readonly eventLoop: EventLoop;
  readonly readiness: Readiness;
}

export interface ModuleDeps extends WebDeps {
  readonly version: string;
}
