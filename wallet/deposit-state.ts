/** What a person sees of a deposit. Pure. */
import type { DepositRow } from "./deposits-table.ts";

export type DepositState = "in_mempool" | "confirming" | "credited" | "dropped" | "reversed";

/** `reversed`: it was credited once, its block is gone and the money was taken back. */
export function depositStateOf(
  deposit: Pick<DepositRow, "creditedAt" | "height" | "inMempool" | "reversals">,
): DepositState {
  if (deposit.creditedAt !== null) return "credited";
  if (deposit.height !== null) return "confirming";
  if (deposit.inMempool) return "in_mempool";
  return deposit.reversals > 0 ? "reversed" : "dropped";
}
