/** A withdrawal as administrators see it. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type QueuedWithdrawal = ApiAnswer<"listWithdrawalQueue">["items"][number];
