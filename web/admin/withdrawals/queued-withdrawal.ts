/** A withdrawal as administrators see it. */
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type QueuedWithdrawal = ApiAnswer<"listWithdrawalQueue">["items"][number];
