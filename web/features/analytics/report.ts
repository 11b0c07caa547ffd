/** Data of the analytics page, as returned by the API. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Analytics = ApiAnswer<"getAnalytics">;
