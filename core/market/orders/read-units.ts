/** Parses the units of an order or a close. */
import { ORDER_UNITS_MAX } from "../instruments/instruments.ts";

export type UnitsFault = "UNITS_INVALID" | "UNITS_PRECISION_EXCEEDED" | "UNITS_LIMIT_EXCEEDED";

/** Parses units such as `"20000"` (buy) and `"-1"` (sell). */
export function readUnits(text: string): number | UnitsFault {
  const [, digits, decimals] = /^-?(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (digits === undefined) return "UNITS_INVALID";
  if (decimals !== undefined && /[1-9]/.test(decimals)) return "UNITS_PRECISION_EXCEEDED";
  const size = BigInt(digits);
  if (size === 0n) return "UNITS_INVALID";
  if (size > BigInt(ORDER_UNITS_MAX)) return "UNITS_LIMIT_EXCEEDED";
  return text.startsWith("-") ? -Number(size) : Number(size);
}
