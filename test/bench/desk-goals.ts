/** Defines the measured ratios of the Forex desk: its engine, its events and its page. */
import type { Goal } from "./goals.ts";
import type { DeskRound } from "./desk.ts";
import type { DeskPageRound } from "./desk-page.ts";
import { allowedMs } from "./order-rate.ts";
import type { MarketRound } from "./market.ts";

export const MARKET_GOALS: readonly Goal<MarketRound>[] = [
  {
    id: "X1",
    what: "exact revaluation of a position / adding one number",
    gate: 25,
    goal: 13,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.revalued.meanMs / round.summed.meanMs,
  },
  {
    id: "X2",
    what: "tick without breach, a million positions / ten thousand",
    gate: 1.5,
    goal: 1.05,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.many.meanMs / round.few.meanMs,
  },
  {
    id: "X5",
    what: "catching up with missed ticks of 28 pairs / generating them",
    gate: 1.5,
    goal: 1.1,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.caughtUp.meanMs / round.ticks.meanMs,
  },
];

export const DESK_GOALS: readonly Goal<DeskRound>[] = [
  {
    id: "X3a",
    what: "p99 from a tick to 1,000 pages / from a bare socket server",
    gate: 1.3,
    goal: 1.1,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.frames.p99Ms / round.rawFrames.p99Ms,
  },
  {
    id: "X3b",
    what: "processor time of a frame / of a bare one",
    gate: 1.25,
    goal: 1.05,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.frames.meanMs / round.rawFrames.meanMs,
  },
  {
    id: "X4",
    what: "market orders, 600 at once / bare durable POST",
    gate: 0.25,
    goal: 0.4,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.orders.perSecond / round.post.perSecond,
  },
  {
    id: "X7",
    what: "p99 of 160 market orders a second / twice their latency and a tick",
    gate: 1,
    goal: 0.8,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.steadyOrders.p99Ms / allowedMs(round),
  },
  {
    id: "X8",
    what: "ms that the engine is behind with 160 orders a second",
    gate: 1_000,
    goal: 500,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.engineLag.meanMs,
  },
];

export const DESK_PAGE_GOALS: readonly Goal<DeskPageRound>[] = [
  {
    id: "X6a",
    what: "kB of script that the Forex page loads",
    gate: 250,
    goal: 185,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.scriptKilobytes,
  },
  {
    id: "X6b",
    what: "tasks over 50 ms in a minute of 32 pairs at 10 Hz",
    gate: 0,
    goal: 0,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.longTasks,
  },
];
