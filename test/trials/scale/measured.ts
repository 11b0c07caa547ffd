/** The measurements of `npm run trial:scale`, as stored in scale.json. */

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
  /** Number of requests that the figures average. */
  readonly count: number;
  /** Processor time of the web processes, the work process and PostgreSQL. */
  readonly webMs: number;
  readonly workMs: number;
  readonly databaseMs: number;
  readonly walBytes: number;
  /** Size of tables with their indexes, as PostgreSQL fills its files. */
  readonly diskBytes: number;
  /** Rows added by table. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface RequestCost extends Cost {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the requesting process. */
  readonly generatorMs: number;
}

/** The same mix of reads through a number of web processes. */
export interface Spread {
  readonly processes: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly webMs: number;
  readonly databaseMs: number;
  readonly generatorMs: number;
}

/** Compacting old mining payouts, mostly per payout of a user who was paid every minute. */
export interface FoldFigures {
  /** Bytes of mining's tables and indexes until the payout is compacted. */
  readonly miningBytes: number;
  /** Bytes of its transfer, which stays. */
  readonly ledgerBytes: number;
  /** Bytes of one user's compacted day. */
  readonly dayBytes: number;
  /** Number of compacted payouts. The next four figures are per payout and include the vacuum. */
  readonly payouts: number;
  readonly databaseMs: number;
  readonly workMs: number;
  readonly walBytes: number;
  readonly perSecond: number;
  /** Each morning after the compaction: payouts so far, payouts kept, size of mining's files. */
  readonly days: readonly {
    readonly payouts: number;
    readonly kept: number;
    readonly bytes: number;
  }[];
}

export interface Measured {
  readonly machine: {
    readonly processors: number;
    readonly model: string;
    readonly node: string;
    readonly loadBefore: number;
    readonly loadAfter: number;
  };
  /** Processor milliseconds per second without requests, for one web process. */
  readonly idle: {
    readonly webMs: number;
    readonly workMs: number;
    readonly databaseMs: number;
  };
  readonly requests: Readonly<Record<Request, RequestCost>>;
  readonly spread: readonly Spread[];
  /** Cost of an open stream with live prices. */
  readonly streams: {
    readonly count: number;
    readonly bytes: number;
    readonly webMsPerSecond: number;
    readonly frameP99Ms: number;
  };
  /** Mining pay. `perSecond` is the number of users that one process on this machine pays. */
  readonly payout: Cost & { readonly perSecond: number };
  readonly fold: FoldFigures;
  /** From one process to three others. */
  readonly bus: readonly BusFigure[];
  /** Resident memory after the streams were closed. */
  readonly megabytes: { readonly web: number; readonly work: number };
}
