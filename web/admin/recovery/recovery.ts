/** What the chain says of open withdrawals while payments wait. */
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type Recovery = NonNullable<ApiAnswer<"getRecovery">["recovery"]>;
export type OpenPayment = Recovery["open"][number];

/**
 * Nothing that the books or the chain know of pays it, so it is paid as soon as payments go on; one
 * that administrators have not approved waits for them.
 */
export function isPaidNext({ txid, state }: OpenPayment): boolean {
  return txid === null && state !== "in_review";
}
