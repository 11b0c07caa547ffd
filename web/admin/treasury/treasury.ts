/** Everything that the page of the treasury shows. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Treasury = ApiAnswer<"getTreasury">;
