/**
 * How many withdrawals a person may ask for in an hour. Counted in the transaction that opens one, so that it holds for all
 * processes, for requests at the same moment and over a restart; a refused form costs nothing, a wrong code does.
 */
import type { DatabaseTransaction } from "#platform";
import { addHit, hitsSoFar } from "#users";
import { refuse } from "./refusals.ts";

const HOUR_MS = 3_600_000;

/** Throws 429 `too_many_withdrawals`. */
export async function countWithdrawal(
  tx: DatabaseTransaction,
  { userId, max, now }: { readonly userId: string; readonly max: number; readonly now: Date },
): Promise<void> {
  const window = { key: `withdrawals/${userId}`, windowMs: HOUR_MS, now };
  await addHit(tx, window);
  if ((await hitsSoFar(tx, window)) > max) throw refuse.too_many_withdrawals({ max: String(max) });
}
