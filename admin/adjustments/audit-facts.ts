/** What the audit trail keeps of a correction: amounts and ids, and the hash of all of it. */
import type { AuditFacts } from "#audit";
import { adjustmentHash, type Adjustment } from "./adjustment-rules.ts";

export function auditFactsOf(
  adjustment: Pick<Adjustment, "id" | "userId" | "asset" | "amount" | "reason">,
): AuditFacts {
  const { id, asset, amount } = adjustment;
  const sum = asset === "BTC" ? { amountSats: Number(amount) } : { amountCents: Number(amount) };
  return { adjustment: id, ...sum, approvalHash: adjustmentHash(adjustment) };
}
