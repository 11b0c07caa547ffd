/** Everything that the page of analytics shows. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Analytics = ApiAnswer<"getAnalytics">;
