/** Audit log facts about a correction: amounts, ids and a hash. */
import type { AuditFacts } from "#audit";
import { adjustmentHash, type AdjustmentFacts } from "./adjustment-rules.ts";

export function auditFactsOf(adjustment: AdjustmentFacts): AuditFacts {
  return {
    adjustment: adjustment.id,
    ...sumOf(adjustment),
    approvalHash: adjustmentHash(adjustment),
  };
}

function sumOf({ kind, asset, amount }: AdjustmentFacts): AuditFacts {
  if (kind === "debt") return { debtSats: Number(amount) };
  return asset === "BTC" ? { amountSats: Number(amount) } : { amountCents: Number(amount) };
}
