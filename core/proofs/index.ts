/**
 * Public API for proofs of liabilities and checks of statements. All functions are pure and return
 * the same results in browser, server and scripts.
 */
export { checkStatement, type CheckedAccount, type StatementEntry } from "./check-statement.ts";
export {
  buildSumTree,
  checkInclusion,
  hashLeaf,
  NODE_BYTES,
  readNode,
  rootOf,
  sumTreeSteps,
  type LeafSecret,
  type SumNode,
  type SumTree,
} from "./sum-tree.ts";
