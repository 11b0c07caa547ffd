/** Shortcuts of the ticket: keys for order types, and size steps. */
import { readNumberText } from "../../../ui/preferences/read-number.ts";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { ORDER_UNITS_MAX } from "#market";
import { formatAmount } from "#money";
import type { Draft, EntryType } from "./draft.ts";

export const ENTRY_KEYS: readonly { readonly key: string; readonly type: EntryType }[] = [
  { key: "m", type: "MARKET" },
  { key: "l", type: "LIMIT" },
  { key: "p", type: "STOP" },
  { key: "i", type: "STOP_LIMIT" },
];

const UNITS_STEP = 1_000;
/** Step size of the risk, in hundredths of a percent. */
const RISK_STEP = 25n;
const RISK_MAX = 10_000n;

/** Changes the draft's size to the next whole step up or down, but never to zero. */
export function steppedSize(draft: Draft, by: 1 | -1): Partial<Draft> {
  if (draft.sizeBy === "risk") {
    const now = readAmount(draft.riskPercent, 2) ?? 0n;
    const next = now + BigInt(by) * RISK_STEP;
    if (next < RISK_STEP || next > RISK_MAX) return {};
    return { riskPercent: formatAmount(next, 2).replace(/\.?0+$/, "") };
  }
  const typed = Number(readNumberText(draft.units, { isWhole: true }) ?? "");
  const now = Number.isSafeInteger(typed) ? typed : 0;
  const next =
    by > 0
      ? Math.floor(now / UNITS_STEP) * UNITS_STEP + UNITS_STEP
      : Math.ceil(now / UNITS_STEP) * UNITS_STEP - UNITS_STEP;
  return { units: String(Math.max(UNITS_STEP, Math.min(ORDER_UNITS_MAX, next))) };
}
