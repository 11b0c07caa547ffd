/** Types for the on-chain state of open withdrawals while payments are paused. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Recovery = NonNullable<ApiAnswer<"getRecovery">["recovery"]>;
export type OpenPayment = Recovery["open"][number];
