/** What the back office needs from outside. */
import type { WorkerState } from "#platform";
import type { Pool } from "#pool";
import type { AnyProduct, TermsTables, Treasury } from "#treasury";
import type { UsersDeps } from "#users";
import type { FeeBumpDeps as WalletBumpDeps, FeeNode } from "#wallet";

export interface NodeState {
  readonly height: number;
  readonly peers: number;
  /** What the node calls itself. */
  readonly userAgent: string;
}

/** The machine and the program on it. What cannot be asked is null: not monitored. */
export interface Machine {
  nodeState(): Promise<NodeState | { readonly problem: string }>;
  /** Of the disk that holds the data folder. */
  disk(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | null>;
  /** Longest delay of the event loop in this and the previous minute. */
  loopLagMs(): number | null;
  readonly startedAt: Date;
  /** Whether background work is done here: copies are made of the data folder of one that works. */
  readonly works: boolean;
  workers(): readonly WorkerState[];
}

/** The Forex desk, as an administrator watches it. */
export interface ForexState {
  readonly source: "practice" | "oanda";
  /** Beside every price. */
  readonly label: string;
  readonly isOpen: boolean;
  /** Of the latest price; null while the market is closed, and when there is none. */
  readonly ageSeconds: number | null;
  /** Closed trades and financing. */
  readonly resultCents: bigint;
  /** The platform's side of what is open, at mid; null without prices. */
  readonly openResultCents: bigint | null;
  readonly openPositions: number;
  /** The platform's side: above 0 it is long. */
  readonly exposure: readonly {
    readonly instrument: string;
    readonly units: number;
    readonly cents: bigint;
  }[];
  readonly stopOutsInDay: number;
  readonly stopOutsInWeek: number;
}

/** What a decision over money needs of it. */
export type DecisionDeps = Pick<
  AdminDeps,
  "bus" | "clock" | "database" | "hosted" | "limits" | "treasury"
>;

/** What a higher fee for a payment needs of it. */
export type AdminFeeBumpDeps = DecisionDeps & Pick<WalletBumpDeps, "account">;

/** What is used here of the users module: no keys, no secrets. */
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
  /** Whose health is told; undefined: that of `database`, which may be a standby of it. */
  readonly primary?: PeopleDeps["database"] | undefined;
  /** The wallet's public keys, for change. */
  readonly account: WalletBumpDeps["account"];
  /** When the wallet was opened, by the clock of the database. */
  readonly openedAt: Date;
  /** The node's newest block; null when it does not answer. */
  readonly nodeHeight: () => Promise<number | null>;
  /** Ids of the transactions that wait for a block. Throws an Outage. */
  readonly nodeMempool: () => Promise<readonly string[]>;
  /** Tells fees, and gives up on a node that hangs. Without it they are not monitored. */
  readonly feeNode?: FeeNode | undefined;
  /** All that the platform sells. */
  readonly products: readonly AnyProduct[];
  /** What the products together promised; nothing of the treasury that covers it is given away. */
  readonly treasury: Treasury;
  /** Where the module that has the terms of a kind keeps them. */
  readonly terms: TermsTables;
  /** Without one nothing of it is monitored. */
  readonly machine?: Machine | undefined;
  /** Without it the desk is not monitored. */
  readonly forexState?: (() => Promise<ForexState>) | undefined;
  /** Of this process. Without it nobody watches who is connected. */
  readonly pool?: Pick<Pool, "state" | "connections" | "endConnections"> | undefined;
}
