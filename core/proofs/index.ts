/**
 * Public API for proofs of liabilities. All functions are pure and return the same results in
 * browser, server and scripts.
 */
export {
  buildSumTree,
  checkInclusion,
  hashLeaf,
  NODE_BYTES,
  readNode,
  rootOf,
  sumTreeSteps,
  type InclusionFault,
  type LeafSecret,
  type SumNode,
  type SumTree,
} from "./sum-tree.ts";
