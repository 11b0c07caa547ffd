/**
 * Public API for proofs of liabilities, and for checks of statements and of the audit log. All
 * functions are pure and return the same results in browser, server and scripts.
 */
export { checkAuditLinks, hashShownAction, shownText, type AuditLink } from "./audit-links.ts";
export { checkStatement, type CheckedAccount, type StatementEntry } from "./check-statement.ts";
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
