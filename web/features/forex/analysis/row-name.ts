import { pairName } from "../quotes/price-text.ts";
import { rowNames } from "./strings.ts";

/** Returns the name of a row by its key. Instruments are named by their pair. */
export function rowName(key: string): string {
  return rowNames[key] ?? pairName(key);
}
