/** Defines the measurements of `npm run trial:scale`, in the format of scale.json. */

import type { BusFigure } from "./bus.ts";

export const REQUESTS = [
  "sign-in",
  "refresh",
  "me",
  "wallet",
  "mining",
  "history",
  "purchase",
  "stake",
  "withdrawal",
  "stream",
] as const;
export type Request = (typeof REQUESTS)[number];

/** Cost of one request, or of one payout to one user. */
export interface Cost {
  /** Number of requests over which the figures are averaged. */
  readonly count: number;
  /** CPU time of the web processes, the work process and PostgreSQL. */
  readonly webMs: number;
  readonly workMs: number;
  readonly databaseMs: number;
  readonly walBytes: number;
  /** Size of the tables with their indexes, including PostgreSQL's unused space in pages. */
  readonly diskBytes: number;
  readonly rows: Readonly<Record<string, number>>;
}

export interface RequestCost extends Cost {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU time of the process that sends the requests. */
  readonly generatorMs: number;
}

/** Result for a mix of reads, which is the same for each number of web processes. */
export interface Spread {
  readonly processes: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly webMs: number;
  readonly databaseMs: number;
  readonly generatorMs: number;
}

/** Size of a year of use per account, in bytes. */
export interface Growth {
  /** Keyed by table, largest first. Some of the accounts trade or run a miner. */
  readonly bytesAYear: Readonly<Record<string, number>>;
  /** For an account that only mines, all the time. */
  readonly miningBytesAYear: number;
}

export interface Measured {
  readonly machine: {
    readonly processors: number;
    readonly model: string;
    readonly node: string;
    readonly loadBefore: number;
    readonly loadAfter: number;
  };
  /** CPU milliseconds per second of one web process without requests. */
  readonly idle: {
    readonly webMs: number;
    readonly workMs: number;
    readonly databaseMs: number;
  };
  readonly requests: Readonly<Record<Request, RequestCost>>;
  readonly spread: readonly Spread[];
  /** Cost of one open stream with live prices. */
  readonly streams: {
    readonly count: number;
    readonly bytes: number;
    readonly webMsPerSecond: number;
    readonly frameP99Ms: number;
  };
  /**
   * Cost of mining payouts. `perSecond` is the number of users that one process on this machine
   * pays per second.
   */
  readonly payout: Cost & { readonly perSecond: number };
  readonly growth: Growth;
  /** From one process to three others. */
  readonly bus: readonly BusFigure[];
  /** Resident memory in megabytes after the streams were closed. */
  readonly megabytes: { readonly web: number; readonly work: number };
}
