/** Ends a simulated payout that is still `requested` or waits for approval, and gives the money back. The row's state decides against the worker. */
import { postAll } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { refuse } from "../refusals.ts";
import { payoutReturnLegs } from "./payout-legs.ts";
import { movePayout, type PayoutRow } from "./payouts-table.ts";
import { presentPayout } from "./present-payout.ts";

/** Throws the refusal `payout_not_cancellable`. */
export async function cancelPayout(tx: DatabaseTransaction, { id, state }: PayoutRow, now: Date) {
  const from = state === "in_review" ? state : "requested";
  const step = { from, to: "cancelled", now, nextAt: null } as const;
  const row = await movePayout(tx, id, step);
  if (!row) throw refuse.payout_not_cancellable();
  await postAll(tx, payoutReturnLegs(row));
  return presentPayout(row);
}
