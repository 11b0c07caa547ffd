/**
 * States of a simulated payout, which has three steps of equal, published length. It can be
 * cancelled before the first step. A large payout first waits for administrators. Pure.
 */
import { payoutStepSeconds } from "#api/payout-accounts";

export type PayoutState =
  | "in_review"
  | "requested"
  | "processing"
  | "sent"
  | "completed"
  | "cancelled"
  | "rejected";

const NEXT = { requested: "processing", processing: "sent", sent: "completed" } as const;

export type OpenPayoutState = keyof typeof NEXT;

export function stateAfter(state: OpenPayoutState): (typeof NEXT)[OpenPayoutState] {
  return NEXT[state];
}

export function isOpen(state: PayoutState): state is OpenPayoutState {
  return state in NEXT;
}

const STEPS_BEFORE: Readonly<Record<OpenPayoutState, number>> = {
  requested: 1,
  processing: 2,
  sent: 3,
};

/**
 * Returns when a payout in this state advances to the next state. The schedule starts at the
 * request or its approval, so downtime does not delay later steps.
 */
export function nextAt(startedAt: Date, state: PayoutState): Date | null {
  if (!isOpen(state)) return null;
  return new Date(startedAt.getTime() + STEPS_BEFORE[state] * payoutStepSeconds * 1000);
}

/** Returns the start of the payout's schedule. */
export function startedAtOf(payout: {
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
}): Date {
  return payout.decidedAt ?? payout.requestedAt;
}

/** Returns the scheduled seconds until completion, at least 0; null in a final state. */
export function payoutEtaSeconds(
  payout: {
    readonly requestedAt: Date;
    readonly decidedAt: Date | null;
    readonly state: PayoutState;
  },
  now: Date,
): number | null {
  const end = isOpen(payout.state) ? nextAt(startedAtOf(payout), "sent") : null;
  return end === null ? null : Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
