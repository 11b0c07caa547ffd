/** What the chain says of open withdrawals while payments wait. */
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type Recovery = NonNullable<ApiAnswer<"getRecovery">["recovery"]>;
export type OpenPayment = Recovery["open"][number];

/** Nothing that the books or the chain know of pays it. */
export function isUnpaid({ txid }: OpenPayment): boolean {
  return txid === null;
}
