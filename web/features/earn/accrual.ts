/**
 * Computes the interest that a position has accrued at a given time, by interpolation within the
 * accrual period sent by the server.
 */
import { accruedSats } from "#economics";
import type { Position } from "./earn-terms.ts";

/** Returns the accrued interest, or zero for a closed position, whose interest has been paid. */
export function accruedOf({ accrual }: Pick<Position, "accrual">, now: Date): bigint {
  if (accrual === null) return 0n;
  return accruedSats(
    {
      fromAt: new Date(accrual.fromAt),
      fromSats: BigInt(accrual.fromSats),
      toAt: new Date(accrual.toAt),
      toSats: BigInt(accrual.toSats),
    },
    now,
  );
}
