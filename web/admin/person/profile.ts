import type { ApiAnswer } from "../../data/api/route-shapes.ts";

/** What the page of one person begins with. */
export type Profile = ApiAnswer<"getPerson">;
