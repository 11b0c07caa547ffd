/**
 * Shows how an event changed the available balance or, if it did not, how it changed the reserved
 * balance.
 */
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import type { LedgerEvent } from "./use-events.ts";

export function EventAmount({ event }: { event: LedgerEvent }) {
  const sats = event.availableSats ?? event.heldSats;
  const cents = event.availableCents ?? event.heldCents;
  return (
    <span className="inline-flex flex-col items-end">
      {sats === null ? null : <Amount sats={sats} isSigned />}
      {cents === null ? null : <Usd cents={cents} isSigned />}
    </span>
  );
}
