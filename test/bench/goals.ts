/**
 * Defines the measured ratios with their gates and goals. Each ratio compares two figures from the
 * same run. A gate guards against regressions: `--check` fails if a ratio misses its gate. A goal
 * is a value to aim for and is not enforced.
 */
import type { CoinsRound } from "./coins.ts";
import type { HistoryRound } from "./history.ts";
import type { LedgerRound } from "./ledger.ts";
import type { OfficeRound } from "./back-office.ts";
import type { PeopleRound } from "./people.ts";
import type { PayRound } from "./mining-pay.ts";
import type { SignInRound } from "./sign-in.ts";

export interface Goal<R> {
  readonly id: string;
  readonly what: string;
  readonly gate: number;
  readonly goal: number;
  readonly isAtLeast: boolean;
  readonly ratio: (round: R) => number;
  readonly needsYardstick: boolean;
}

export const LEDGER_GOALS: readonly Goal<LedgerRound>[] = [
  {
    id: "L1",
    what: "1 caller / pgbench 1 client",
    gate: 0.75,
    goal: 1.2,
    isAtLeast: true,
    needsYardstick: true,
    ratio: (round) => round.one.perSecond / round.pgbench1.perSecond,
  },
  {
    id: "L2",
    what: "1 caller / the same transfers by a minimal ledger in SQL",
    gate: 0.9,
    goal: 0.9,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.inTurn.perSecond / round.minimal.perSecond,
  },
];

export const OFFICE_GOALS: readonly Goal<OfficeRound>[] = [
  {
    id: "M1",
    what: "p99 of the users list, 100,000 users / none",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.listFull.p99Ms / round.listEmpty.p99Ms,
  },
  {
    id: "M2",
    what: "p99 of searching users, 100,000 users / none",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.searchFull.p99Ms / round.searchEmpty.p99Ms,
  },
  {
    id: "M3",
    what: "p99 of searching the audit log, 1,000,000 entries / 1,000",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.auditFull.p99Ms / round.auditFew.p99Ms,
  },
  {
    id: "M4",
    what: "p99 of a user's own lists, 5,000 rows each / none",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.ownsMuch.p99Ms / round.ownsNothing.p99Ms,
  },
  {
    id: "M5",
    what: "p99 of the users list, during audit verification / quiet",
    gate: 4,
    goal: 4,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.listWhileCheck.p99Ms / round.listFull.p99Ms,
  },
  {
    id: "M6",
    what: "p99 of the users list, while news is written / quiet",
    gate: 4,
    goal: 4,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.listWhileNews.p99Ms / round.listFull.p99Ms,
  },
];

export const SIGN_IN_GOALS: readonly Goal<SignInRound>[] = [
  {
    id: "S1",
    what: "processor time of a signed-in GET / a bare one",
    gate: 1.35,
    goal: 1.35,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.signedIn.meanMs / round.bare.meanMs,
  },
  {
    id: "S2",
    what: "p99 of orders in a flood of sign-ins / quiet",
    gate: 1.5,
    goal: 1.5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.orderStorm.p99Ms / round.orderQuiet.p99Ms,
  },
  {
    id: "S3",
    what: "ms difference between messages to known and unknown addresses",
    gate: 5,
    goal: 5,
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
    gate: 5,
    goal: 5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => Math.abs(round.passwordKnown.meanMs - round.passwordUnknown.meanMs),
  },
  {
    id: "S5",
    what: "p99 of a normal sign-in, while one address attacks / alone",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.honestAttacked.p99Ms / round.honestQuiet.p99Ms,
  },
];

const PAYING = ["stake", "faucet", "withdraw"] as const;

export const PEOPLE_GOALS: readonly Goal<PeopleRound>[] = [
  {
    id: "W1",
    what: "buying a contract / bare durable POST, 64",
    gate: 0.3,
    goal: 0.5,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.buy64.perSecond / round.post64.perSecond,
  },
  {
    id: "W2",
    what: "slowest of stake, faucet, withdrawal / bare durable POST, 64",
    gate: 0.2,
    goal: 0.25,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) =>
      Math.min(...PAYING.map((name) => round[name].perSecond)) / round.post64.perSecond,
  },
  {
    id: "W3",
    what: "processor time of GET /me and /wallet / bare GET",
    gate: 4,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => Math.max(round.me.meanMs, round.wallet.meanMs) / round.get.meanMs,
  },
  {
    id: "W4",
    what: "processor time of GET /mining / bare GET",
    gate: 8,
    goal: 5,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.mining.meanMs / round.get.meanMs,
  },
  {
    id: "W5",
    what: "p99 of buying a contract / of the bare POST, 256",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.buy256.p99Ms / round.post256.p99Ms,
  },
];

export const PAY_GOALS: readonly Goal<PayRound>[] = [
  {
    id: "W6",
    what: "users paid for mining / bare inserts of their rows",
    gate: 0.3,
    goal: 0.3,
    isAtLeast: true,
    needsYardstick: false,
    ratio: (round) => round.paid.perSecond / round.bare.perSecond,
  },
];

export const HISTORY_GOALS: readonly Goal<HistoryRound>[] = [
  {
    id: "H1",
    what: "2,569 outcomes over five years / as many bare reads",
    gate: 3,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.drag.meanMs / round.read.meanMs,
  },
  {
    id: "H2",
    what: "all starting days of 30-day runs / one pass over the series",
    gate: 20,
    goal: 20,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.distribution.meanMs / round.pass.meanMs,
  },
];

export const COINS_GOALS: readonly Goal<CoinsRound>[] = [
  {
    id: "W1",
    what: "ms that other requests wait while coins are selected from 100,000",
    gate: 10,
    goal: 10,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.choiceBlocks.meanMs,
  },
  {
    id: "W2",
    what: "ms that other requests wait while a consolidation of 50 is stored",
    gate: 40,
    goal: 40,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.draftBlocks.meanMs,
  },
];
