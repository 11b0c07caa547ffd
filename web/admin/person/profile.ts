import type { ApiAnswer } from "../../data/api/route-shapes.ts";

/** Data at the top of a user's page. */
export type Profile = ApiAnswer<"getPerson">;
