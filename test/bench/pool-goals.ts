/** Defines the measured ratios of the pool. */
import type { Goal } from "./goals.ts";
import type { RateRound, ThroughputRound } from "./pool.ts";
import type { MemoryRound } from "./pool-memory.ts";
import type { CheckRound } from "./pool-share-check.ts";
import type { StatementRound } from "./pool-statements.ts";
import type { FloodRound } from "./pool-under-flood.ts";

export const CHECK_GOALS: readonly Goal<CheckRound>[] = [
  {
    id: "P1",
    what: "full check of a share / one bare double SHA-256",
    gate: 30,
    goal: 10,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.check.meanMs / round.bareHash.meanMs,
  },
  {
    id: "P1b",
    what: "full check in a block of 4,000 transactions / one bare hash",
    gate: 30,
    goal: 30,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.checkFull.meanMs / round.bareHash.meanMs,
  },
];

export const THROUGHPUT_GOALS: readonly Goal<ThroughputRound>[] = [
  {
    id: "P2",
    what: "submits on 50 connections / the same lines echoed",
    gate: 0.3,
    goal: 0.6,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.submits.perSecond / round.echoed.perSecond,
  },
];

export const FLOOD_GOALS: readonly Goal<FloodRound>[] = [
  {
    id: "P3",
    what: "answer p99 of 500 miners, flood of 5,000/s / without",
    gate: 3,
    goal: 1.5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.flooded.p99Ms / round.quiet.p99Ms,
  },
  {
    id: "P3b",
    what: "accepted shares under the flood / without",
    gate: 0.99,
    goal: 0.99,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.flooded.acceptedPart / round.quiet.acceptedPart,
  },
];

export const MEMORY_GOALS: readonly Goal<MemoryRound>[] = [
  {
    id: "P4",
    what: "MB of growth, 1,000,000 bad lines, 2,000 idle, 500 slow",
    gate: 64,
    goal: 16,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) =>
      Math.max(round.malformed.megabytes, round.idle.megabytes, round.slow.megabytes),
  },
];

export const RATE_GOALS: readonly Goal<RateRound>[] = [
  {
    id: "P5",
    what: "mean error of the 5-minute rate, 100 simulated miners",
    gate: 0.1,
    goal: 0.1,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.error,
  },
];

export const STATEMENT_GOALS: readonly Goal<StatementRound>[] = [
  {
    id: "P6",
    what: "verifying a year's payouts / computing their value",
    gate: 3,
    goal: 1.5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.recomputed.meanMs / round.bare.meanMs,
  },
];
