/** Maps a transaction to one of the four tracker steps. */
import { trackerTexts as texts } from "./strings.ts";

export const LAST_STEP = 3;

export type TransactionState = keyof typeof texts.stateTexts;

interface Tracked {
  readonly state: TransactionState;
  readonly confirmations: number;
  readonly required: number;
}

export interface TrackerView {
  /** 0 Processing, 1 In Transit, 2 Confirming, 3 Completed. */
  readonly step: number;
  readonly labels: readonly string[];
  /** True if the transaction cannot complete, because it was replaced, dropped or rejected. */
  readonly isStopped: boolean;
  /** True if a reorg removed confirmations. */
  readonly isTakenBack: boolean;
}

const STEP_OF: Readonly<Record<TransactionState, number>> = {
  processing: 0,
  in_transit: 1,
  confirming: 2,
  completed: 3,
  // After a reorg, the transaction is back in the mempool and waits for another block.
  reorged: 1,
  replaced: 1,
  dropped: 1,
  rejected: 0,
};

export function viewOf({ state, confirmations, required }: Tracked): TrackerView {
  const shown = Math.min(Math.max(confirmations, 0), required);
  return {
    step: STEP_OF[state],
    labels: texts.steps.map((label, index) =>
      index === 2 ? texts.confirming(shown, required) : label,
    ),
    isStopped: state === "replaced" || state === "dropped" || state === "rejected",
    isTakenBack: state === "reorged",
  };
}

/**
 * Returns the number of confirmations that the demo shows at each step. The requirement shows
 * `Confirming (3/6)`.
 */
export function demoConfirmations(step: number): number {
  return [0, 0, 3, 6][step] ?? 0;
}
