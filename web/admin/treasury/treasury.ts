/** Everything that the page of the treasury shows. */
import type { ApiAnswer } from "../../api.ts";

export type Treasury = ApiAnswer<"getTreasury">;
