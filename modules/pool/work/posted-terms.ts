/**
 * Defines the pool terms that administrators post: the share difficulty of a block, and the pay
 * caps.
 */
import { judgeTerms, type TermKind } from "#economics";
import { termsTable } from "#platform";

export const BLOCK_TERMS = "block";
export const PAY_TERMS = "pay";

export const poolTerms = termsTable(
  "pool_terms",
  [
    { kind: "poolBlock" as TermKind, subject: BLOCK_TERMS, name: "Blocks" },
    { kind: "poolPay" as const, subject: PAY_TERMS, name: "Pay for measured work" },
  ],
  judgeTerms,
);
