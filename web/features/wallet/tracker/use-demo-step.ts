/** The demo's timer: one step forward each `stepMs` until Completed. */
import { useEffect, useState } from "react";
import { LAST_STEP } from "./tracker-steps.ts";

export function useDemoStep(stepMs: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= LAST_STEP) return undefined;
    const timer = setTimeout(() => setStep(step + 1), stepMs);
    return () => clearTimeout(timer);
  }, [step, stepMs]);
  return step;
}
