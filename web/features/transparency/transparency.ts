/** Data shown on the transparency page. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Transparency = ApiAnswer<"getTransparency">;
