/** The life of a simulated payout: three posted steps of equal length, and a way out before the first. Pure. */
import { payoutStepSeconds } from "#api-schema/payout-accounts";

export type PayoutState = "requested" | "processing" | "sent" | "completed" | "cancelled";

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

/** When a payout in that state moves on. Counted from the request, so that downtime shifts nothing. */
export function nextAt(requestedAt: Date, state: PayoutState): Date | null {
  if (!isOpen(state)) return null;
  return new Date(requestedAt.getTime() + STEPS_BEFORE[state] * payoutStepSeconds * 1000);
}

/** Seconds until completed by the posted times, not below 0; null at the end. */
export function payoutEtaSeconds(
  payout: { readonly requestedAt: Date; readonly state: PayoutState },
  now: Date,
): number | null {
  const end = isOpen(payout.state) ? nextAt(payout.requestedAt, "sent") : null;
  return end === null ? null : Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
