/** Before money of a payment that looks unsigned goes back. */
import type { Queryable } from "#platform";
import { readCursor } from "../chain/chain-table.ts";
import { refuse } from "../terms/refusals.ts";

/** Throws 409 `payments_locked`: what looks unsigned here may have been paid. */
export async function requireUnlocked(queryable: Queryable): Promise<void> {
  const cursor = await readCursor(queryable);
  if (cursor && cursor.lockedReason !== null) throw refuse.payments_locked();
}
