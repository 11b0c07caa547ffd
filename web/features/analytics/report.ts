/** All data of the analytics page. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Analytics = ApiAnswer<"getAnalytics">;
