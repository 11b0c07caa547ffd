/** The measured ratios and their goals. Each ratio compares figures of one run. */
import type { CoinsRound } from "./coins.ts";
import type { DeskRound } from "./desk.ts";
import type { DeskPageRound } from "./desk-page.ts";
import type { HistoryRound } from "./history.ts";
import type { OfficeRound } from "./back-office.ts";
import type { Load } from "./callers.ts";
import type { MarketRound } from "./market.ts";
import type { PeopleRound } from "./people.ts";
import type { PayRound } from "./mining-pay.ts";
import type { RateRound, ThroughputRound } from "./pool.ts";
import type { MemoryRound } from "./pool-memory.ts";
import type { CheckRound } from "./pool-share-check.ts";
import type { StatementRound } from "./pool-statements.ts";
import type { FloodRound } from "./pool-under-flood.ts";
import type { SignInRound } from "./sign-in.ts";
import type { Rate } from "./yardstick.ts";

/** One round: every cell is measured once, one after the other. */
export interface Round {
  readonly pgbench1: Rate;
  readonly one: Load;
}

export interface Goal<R> {
  readonly id: string;
  readonly what: string;
  readonly target: number;
  readonly isAtLeast: boolean;
  readonly ratio: (round: R) => number;
  readonly needsYardstick: boolean;
}

export const GOALS: readonly Goal<Round>[] = [
  {
    id: "L1",
    what: "1 caller / pgbench 1 client (goal 1.2)",
    target: 0.9,
    isAtLeast: true,
    needsYardstick: true,
    ratio: (round) => round.one.perSecond / round.pgbench1.perSecond,
  },
];

export const OFFICE_GOALS: readonly Goal<OfficeRound>[] = [
  {
    id: "M1",
    what: "p99 of the users list, 100,000 users / none",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.listFull.p99Ms / round.listEmpty.p99Ms,
  },
  {
    id: "M2",
    what: "p99 of searching users, 100,000 users / none",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.searchFull.p99Ms / round.searchEmpty.p99Ms,
  },
  {
    id: "M3",
    what: "p99 of searching the audit log, 1,000,000 entries / 1,000",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.auditFull.p99Ms / round.auditFew.p99Ms,
  },
  {
    id: "M4",
    what: "p99 of a user's own lists, 5,000 rows each / none",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.ownsMuch.p99Ms / round.ownsNothing.p99Ms,
  },
  {
    id: "M5",
    what: "p99 of the users list, during audit verification / quiet",
    target: 4,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.listWhileCheck.p99Ms / round.listFull.p99Ms,
  },
  {
    id: "M6",
    what: "p99 of the users list, while news is written / quiet",
    target: 4,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.listWhileNews.p99Ms / round.listFull.p99Ms,
  },
];

export const SIGN_IN_GOALS: readonly Goal<SignInRound>[] = [
  {
    id: "S1",
    what: "processor time of a signed-in GET / a bare one",
    target: 1.35,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.signedIn.meanMs / round.bare.meanMs,
  },
  {
    id: "S2",
    what: "p99 of orders in a flood of sign-ins / quiet",
    target: 1.5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.orderStorm.p99Ms / round.orderQuiet.p99Ms,
  },
  {
    id: "S3",
    what: "ms difference between messages to known and unknown addresses",
    target: 5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) =>
      Math.max(
        Math.abs(round.recoverKnown.meanMs - round.recoverUnknown.meanMs),
        Math.abs(round.linkKnown.meanMs - round.linkUnknown.meanMs),
      ),
  },
  {
    id: "S4",
    what: "ms difference between wrong passwords of known and unknown ones",
    target: 5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => Math.abs(round.passwordKnown.meanMs - round.passwordUnknown.meanMs),
  },
  {
    id: "S5",
    what: "p99 of a normal sign-in, while one address attacks / alone",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.honestAttacked.p99Ms / round.honestQuiet.p99Ms,
  },
];

const PAYING = ["stake", "faucet", "withdraw"] as const;

export const PEOPLE_GOALS: readonly Goal<PeopleRound>[] = [
  {
    id: "W1",
    what: "buying a contract / bare durable POST (goal 0.5), 64",
    target: 0.3,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.buy64.perSecond / round.post64.perSecond,
  },
  {
    id: "W2",
    what: "slowest of stake, faucet, withdrawal / bare durable POST, 64",
    target: 0.25,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) =>
      Math.min(...PAYING.map((name) => round[name].perSecond)) / round.post64.perSecond,
  },
  {
    id: "W3",
    what: "processor time of GET /me and /wallet / bare GET",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => Math.max(round.me.meanMs, round.wallet.meanMs) / round.get.meanMs,
  },
  {
    id: "W4",
    what: "processor time of GET /mining / bare GET",
    target: 5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.mining.meanMs / round.get.meanMs,
  },
  {
    id: "W5",
    what: "p99 of buying a contract / of the bare POST, 256",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.buy256.p99Ms / round.post256.p99Ms,
  },
];

export const PAY_GOALS: readonly Goal<PayRound>[] = [
  {
    id: "W6",
    what: "users paid for mining / bare inserts of their rows",
    target: 0.3,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.paid.perSecond / round.bare.perSecond,
  },
];

export const MARKET_GOALS: readonly Goal<MarketRound>[] = [
  {
    id: "X1",
    what: "exact revaluation of a position / adding one number (goal 13)",
    target: 25,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.revalued.meanMs / round.summed.meanMs,
  },
  {
    id: "X2",
    what: "tick without breach, a million positions / ten thousand (goal 1.05)",
    target: 1.5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.many.meanMs / round.few.meanMs,
  },
  {
    id: "X5",
    what: "catching up with missed ticks of 28 pairs / generating them (goal 1.1)",
    target: 1.5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.caughtUp.meanMs / round.ticks.meanMs,
  },
];

export const DESK_GOALS: readonly Goal<DeskRound>[] = [
  {
    id: "X3a",
    what: "p99 from a tick to 1,000 pages / from a bare socket server (goal 1.1)",
    target: 1.3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.frames.p99Ms / round.rawFrames.p99Ms,
  },
  {
    id: "X3b",
    what: "processor time of a frame / of a bare one (goal 1.05)",
    target: 1.25,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.frames.meanMs / round.rawFrames.meanMs,
  },
  {
    id: "X4",
    what: "market orders, 600 at once / bare durable POST (goal 0.4)",
    target: 0.25,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.orders.perSecond / round.post.perSecond,
  },
];

export const DESK_PAGE_GOALS: readonly Goal<DeskPageRound>[] = [
  {
    id: "X6a",
    what: "kB of script that the Forex page loads (goal 150)",
    target: 185,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.scriptKilobytes,
  },
  {
    id: "X6b",
    what: "tasks over 50 ms in a minute of 32 pairs at 10 Hz",
    target: 0,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.longTasks,
  },
];

export const HISTORY_GOALS: readonly Goal<HistoryRound>[] = [
  {
    id: "H1",
    what: "2,569 outcomes over five years / as many bare reads",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.drag.meanMs / round.read.meanMs,
  },
  {
    id: "H2",
    what: "all starting days of 30-day runs / one pass over the series",
    target: 20,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.distribution.meanMs / round.pass.meanMs,
  },
];

export const COINS_GOALS: readonly Goal<CoinsRound>[] = [
  {
    id: "W1",
    what: "ms that other requests wait while coins are selected from 100,000",
    target: 10,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.choiceBlocks.meanMs,
  },
  {
    id: "W2",
    what: "ms that other requests wait while a consolidation of 50 is stored",
    target: 40,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.draftBlocks.meanMs,
  },
];

export const CHECK_GOALS: readonly Goal<CheckRound>[] = [
  {
    id: "P1",
    what: "full check of a share / one bare double SHA-256 (goal 10)",
    target: 30,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.check.meanMs / round.bareHash.meanMs,
  },
  {
    id: "P1b",
    what: "full check in a block of 4,000 transactions / one bare hash",
    target: 30,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.checkFull.meanMs / round.bareHash.meanMs,
  },
];

export const THROUGHPUT_GOALS: readonly Goal<ThroughputRound>[] = [
  {
    id: "P2",
    what: "submits on 50 connections / the same lines echoed (goal 0.6)",
    target: 0.3,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.submits.perSecond / round.echoed.perSecond,
  },
];

export const FLOOD_GOALS: readonly Goal<FloodRound>[] = [
  {
    id: "P3",
    what: "answer p99 of 500 miners, flood of 5,000/s / without (goal 1.5)",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.flooded.p99Ms / round.quiet.p99Ms,
  },
  {
    id: "P3b",
    what: "accepted shares under the flood / without",
    target: 0.99,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.flooded.acceptedPart / round.quiet.acceptedPart,
  },
];

export const MEMORY_GOALS: readonly Goal<MemoryRound>[] = [
  {
    id: "P4",
    what: "MB of growth, 1,000,000 bad lines, 2,000 idle, 500 slow (goal 16)",
    target: 64,
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
    target: 0.1,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.error,
  },
];

export const STATEMENT_GOALS: readonly Goal<StatementRound>[] = [
  {
    id: "P6",
    what: "verifying a year's payouts / computing their value (goal 1.5)",
    target: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.recomputed.meanMs / round.bare.meanMs,
  },
];
