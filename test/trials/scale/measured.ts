/** What `npm run trial:scale` measures, as it stands in scale.json. */

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

/** Of one request, or of one payout to one person. */
export interface Cost {
  /** How many the figures are the mean of. */
  readonly count: number;
  /** Processor time of the processes that serve, of the one that works, and of PostgreSQL. */
  readonly webMs: number;
  readonly workMs: number;
  readonly databaseMs: number;
  readonly walBytes: number;
  /** Of tables with their indexes, as PostgreSQL fills its files. */
  readonly diskBytes: number;
  /** That stay, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface RequestCost extends Cost {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Of the process that asked. */
  readonly generatorMs: number;
}

/** The same mix of reads through so many processes that serve. */
export interface Spread {
  readonly processes: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly webMs: number;
  readonly databaseMs: number;
  readonly generatorMs: number;
}

/** Of folding old payouts of mining, most of it for one payout that a person got of each minute. */
export interface FoldFigures {
  /** Of mining's tables with their indexes, until it is folded. */
  readonly miningBytes: number;
  /** Of its transfer, which stays. */
  readonly ledgerBytes: number;
  /** Of one person's folded day. */
  readonly dayBytes: number;
  /** How many were folded; the next four are of one of them, the vacuum of its room included. */
  readonly payouts: number;
  readonly databaseMs: number;
  readonly workMs: number;
  readonly walBytes: number;
  readonly perSecond: number;
  /** Each morning, after the folding: payouts so far, those kept, what mining's files take. */
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
  /** Processor milliseconds in a second while nobody asks, one process that serves. */
  readonly idle: {
    readonly webMs: number;
    readonly workMs: number;
    readonly databaseMs: number;
  };
  readonly requests: Readonly<Record<Request, RequestCost>>;
  readonly spread: readonly Spread[];
  /** Of an open stream that takes live prices. */
  readonly streams: {
    readonly count: number;
    readonly bytes: number;
    readonly webMsPerSecond: number;
    readonly frameP99Ms: number;
  };
  /** Mining pay; `perSecond` people by one process on this machine. */
  readonly payout: Cost & { readonly perSecond: number };
  readonly fold: FoldFigures;
  /** From one process to three others. */
  readonly bus: readonly BusFigure[];
  /** Resident, with the streams closed. */
  readonly megabytes: { readonly web: number; readonly work: number };
}
