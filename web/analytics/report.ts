/** Everything that the page of analytics shows. */
import type { ApiAnswer } from "../api/api.ts";

export type Analytics = ApiAnswer<"getAnalytics">;
