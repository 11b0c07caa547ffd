/** Beside which field a refusal of an order belongs; undefined: beside the button. */
import type { Fields } from "./draft.ts";

const BY_BEGINNING: readonly (readonly [string, Fields])[] = [
  ["units", "units"],
  ["insufficient_margin", "units"],
  ["position_size", "units"],
  ["stop_loss", "stop"],
  ["take_profit", "target"],
  ["trailing", "trailing"],
  ["price", "price"],
  ["time_in_force", "until"],
];

/** v20's reason in either case. */
export function refusedField(code: string): Fields | undefined {
  const name = code.toLowerCase();
  return BY_BEGINNING.find(([beginning]) => name.startsWith(beginning))?.[1];
}
