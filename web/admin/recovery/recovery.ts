/** What the chain says of open withdrawals while payments wait. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Recovery = NonNullable<ApiAnswer<"getRecovery">["recovery"]>;
export type OpenPayment = Recovery["open"][number];
