import type { WorkerState } from "#platform";
import type { Pool } from "#pool";
import type { AnyProduct, TermsTables, Treasury } from "#treasury";
import type { UsersDeps } from "#users";
import type { FeeBumpDeps as WalletBumpDeps, FeeNode } from "#wallet";

export interface NodeState {
  readonly height: number;
  readonly peers: number;
  readonly userAgent: string;
}

/**
 * Readings of the machine and this process. Unknown values are null and shown as "not monitored".
 */
export interface Machine {
  nodeState(): Promise<NodeState | { readonly problem: string }>;
  /** Returns the space on the disk with the data folder. */
  disk(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | null>;
  /** Returns the longest event loop delay in the current and the previous minute. */
  loopLagMs(): number | null;
  readonly startedAt: Date;
  /**
   * True if this process runs background jobs. Backups copy the data folder of a process that does.
   */
  readonly works: boolean;
  workers(): readonly WorkerState[];
}

export interface ForexState {
  readonly source: "practice" | "oanda";
  /** Label shown next to every price. */
  readonly label: string;
  readonly isOpen: boolean;
  /** Age of the latest price in seconds. Null while the market is closed or there are no prices. */
  readonly ageSeconds: number | null;
  /** The platform's realised profit or loss from closed trades and financing. */
  readonly resultCents: bigint;
  /**
   * The platform's unrealised profit or loss on open positions at mid price. Null without prices.
   */
  readonly openResultCents: bigint | null;
  readonly openPositions: number;
  /** The platform's position per instrument. Positive units are long. */
  readonly exposure: readonly {
    readonly instrument: string;
    readonly units: number;
    readonly cents: bigint;
  }[];
  readonly stopOutsInDay: number;
  readonly stopOutsInWeek: number;
}

export type DecisionDeps = Pick<
  AdminDeps,
  "bus" | "clock" | "database" | "hosted" | "limits" | "treasury"
>;

export type AdminFeeBumpDeps = DecisionDeps & Pick<WalletBumpDeps, "account">;

/** Users module dependencies of the back office, without keys or secrets. */
type PeopleDeps = Pick<
  UsersDeps,
  | "bus"
  | "callerCache"
  | "clock"
  | "dataDir"
  | "database"
  | "hasher"
  | "hosted"
  | "limits"
  | "log"
  | "siteUrl"
>;

export interface AdminDeps extends PeopleDeps {
  /** Database whose health is reported. Defaults to `database`, which may be a standby. */
  readonly primary?: PeopleDeps["database"] | undefined;
  /** Public keys of the wallet, used to derive change addresses. */
  readonly account: WalletBumpDeps["account"];
  /** When the wallet was opened, by the database's clock. */
  readonly openedAt: Date;
  /** Returns the height of the node's newest block. Null if the node is not responding. */
  readonly nodeHeight: () => Promise<number | null>;
  /** Returns the ids of the transactions in the node's mempool. Throws an Outage. */
  readonly nodeMempool: () => Promise<readonly string[]>;
  /** Fee estimates of the node, with a time limit. If undefined, fees are not monitored. */
  readonly feeNode?: FeeNode | undefined;
  readonly products: readonly AnyProduct[];
  /** The treasury. Its coins that cover the obligations of all products cannot be moved. */
  readonly treasury: Treasury;
  readonly terms: TermsTables;
  /** Readings of the machine. If undefined, the machine is not monitored. */
  readonly machine?: Machine | undefined;
  /** The Forex desk. If undefined, the desk is not monitored. */
  readonly forexState?: (() => Promise<ForexState>) | undefined;
  /** The mining pool in this process. If undefined, connections are not monitored. */
  readonly pool?: Pick<Pool, "state" | "connections" | "endConnections"> | undefined;
}
