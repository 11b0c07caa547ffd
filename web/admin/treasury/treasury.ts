/** Data shown on the treasury page. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Treasury = ApiAnswer<"getTreasury">;
