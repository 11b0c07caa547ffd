/** A withdrawal as shown to administrators. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type QueuedWithdrawal = ApiAnswer<"listWithdrawalQueue">["items"][number];
