/** Whether money may leave, and if not, why, in a sentence for people. Pure. */
import type { Cursor } from "./chain-table.ts";

export function pauseReasonOf(
  cursor: Pick<Cursor, "haltedReason" | "unexplainedSats"> | undefined,
): string | undefined {
  if (!cursor) return "The wallet has not read the chain yet. Please try again in a moment.";
  if (cursor.haltedReason !== null)
    return "The chain changed in a way that a person must look at first. Your balance is not affected.";
  if (cursor.unexplainedSats === null)
    return "The books are being compared with the coins on the chain. Please try again in a moment.";
  if (cursor.unexplainedSats !== 0n)
    return "The books and the coins on the chain differ. Withdrawals wait until a person has found out why.";
  return undefined;
}
