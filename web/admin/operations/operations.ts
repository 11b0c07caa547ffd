/** Helpers shared by the operations panels. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText, withMarks } from "../../ui/preferences/number-marks.ts";

export type Operations = ApiAnswer<"getOperations">;

/** Formats a fee rate in satoshis per virtual byte with one decimal, rounded down: `2.0`. */
export function rateText(feeSats: number, virtualBytes: number): string {
  const tenths = Math.floor((feeSats * 10) / virtualBytes);
  return `${wholeText(Math.floor(tenths / 10))}${withMarks(`.${tenths % 10}`)}`;
}
