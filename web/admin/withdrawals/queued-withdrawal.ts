/** A withdrawal as administrators see it. */
import type { ApiAnswer } from "../../api/api.ts";

export type QueuedWithdrawal = ApiAnswer<"listWithdrawalQueue">["items"][number];
