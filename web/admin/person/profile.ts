import type { ApiAnswer } from "../../api/api.ts";

/** What the page of one person begins with. */
export type Profile = ApiAnswer<"getPerson">;
