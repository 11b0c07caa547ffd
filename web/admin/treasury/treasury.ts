/** Everything that the page of the treasury shows. */
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type Treasury = ApiAnswer<"getTreasury">;
