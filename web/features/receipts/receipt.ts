/** A receipt as the API returns it. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Receipt = ApiAnswer<"getReceipt">;
