/** What the HTTP side and its modules are built from. */
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
  /** Folder of the program. */
  readonly root: string;
  /** The built pages. */
  readonly webFolder: string;
  readonly node: BitcoinNode;
  readonly operator: OperatorProducts;
  readonly users: UsersDeps;
  readonly wallet: OpenWallet;
  readonly mining: BuyDeps & { readonly raiseWaitHours: number };
  readonly earn: Parameters<typeof earnRoutes>[0];
  readonly forex: Forex;
  readonly shop: ShopDeps;
  /** Undefined: this process runs none. */
  readonly pool: Pool | undefined;
  /** Undefined: the primary answers all. */
  readonly reads: Reads | undefined;
  /** Where the figures of requests and of the stream go. */
  readonly registry: Registry;
  readonly machine: Machine;
  readonly eventLoop: EventLoop;
  readonly readiness: Readiness;
}

/** What the handlers of the modules are made of. */
export interface ModuleDeps extends WebDeps {
  readonly version: string;
}
