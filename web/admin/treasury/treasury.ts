/** Everything that the page of the treasury shows. */
import type { ApiAnswer } from "../../api/api.ts";

export type Treasury = ApiAnswer<"getTreasury">;
