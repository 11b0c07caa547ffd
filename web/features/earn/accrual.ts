/**
 * Interest accrued by a position at a given moment, interpolated within the accrual period that the
 * server sends.
 */
import { accruedSats } from "#economics";
import type { Position } from "./earn-terms.ts";

/** Returns zero for a closed position because its interest has been paid. */
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
