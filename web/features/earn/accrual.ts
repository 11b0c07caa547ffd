/** What a position shows as accrued at a moment, from the stretch that the server names. */
import { accruedSats } from "#economics";
import type { Position } from "./earn-terms.ts";

/** Zero once it is closed: its interest is paid then. */
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
