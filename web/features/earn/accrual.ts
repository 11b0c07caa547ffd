/**
 * Computes the interest that a position has accrued at a given time, by interpolation within the
 * accrual period sent by the server.
 */
import { accruedSats } from "#economics";
import type { Position } from "./earn-terms.ts";

/** Returns the accrued interest. Zero for a closed position, because its interest has been paid. */
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
