/**
 * Stores the unit for displayed amounts, and the reference rate for converting satoshis to dollars.
 */
import { useSyncExternalStore } from "react";
import { storedChoice, useChoice } from "./stored-choice.ts";

export type Unit = "BTC" | "sat" | "USD";

export const UNITS = ["BTC", "sat", "USD"] as const;

export const unitChoice = storedChoice<Unit>("unit", UNITS, "BTC");

export function useUnit(): Unit {
  return useChoice(unitChoice);
}

/** Returns the unit to show. USD is replaced by BTC while the reference rate is unknown. */
export function useShownUnit(): Unit {
  const unit = useUnit();
  const rate = useReferenceRate();
  return unit === "USD" && rate === undefined ? "BTC" : unit;
}

let centsPerBtc: bigint | undefined;
const listeners = new Set<() => void>();

/** Sets the reference rate in whole cents per BTC. Until then, USD amounts are shown in BTC. */
export function setReferenceRate(rate: bigint | undefined): void {
  if (rate === centsPerBtc) return;
  centsPerBtc = rate;
  for (const listener of listeners) listener();
}

export function useReferenceRate(): bigint | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => centsPerBtc,
    () => undefined,
  );
}
