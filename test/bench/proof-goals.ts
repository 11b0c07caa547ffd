/** Defines the measured ratios of proofs of liabilities. */
import type { Goal } from "./goals.ts";
import type { ProofsRound } from "./proofs.ts";
import type { OwnCheckRound } from "./own-check.ts";

export const PROOF_GOALS: readonly Goal<ProofsRound>[] = [
  {
    id: "T1",
    what: "tree of 100,000 users / its bare hashes",
    gate: 3,
    goal: 2,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.tree.meanMs / round.treeHashes.meanMs,
  },
  {
    id: "T2",
    what: "MB of growth of the process that takes the proof",
    gate: 256,
    goal: 128,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.proof.megabytes,
  },
  {
    id: "T3",
    what: "p99 of GET /wallet, while a proof is built / quiet",
    gate: 1.5,
    goal: 1.2,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.walletWhileProof.p99Ms / round.walletQuiet.p99Ms,
  },
  {
    id: "T4",
    what: "verifying the proof / downloading its leaves",
    gate: 4,
    goal: 3,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.verify.meanMs / round.download.meanMs,
  },
];

export const OWN_CHECK_GOALS: readonly Goal<OwnCheckRound>[] = [
  {
    id: "T5",
    what: "own check in the browser / its bare hashes",
    gate: 3,
    goal: 2,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.check.meanMs / round.hashes.meanMs,
  },
  {
    id: "T6",
    what: "tasks over 50 ms during the first own check",
    gate: 0,
    goal: 0,
    isAtLeast: false,
    needsYardstick: false,
    ratio: (round) => round.longTasks,
  },
];
