/** Whether an order may be taken at all now, before anything is asked about the order itself. */
import { opensAt, type Quotes } from "#market";
import type { DatabaseTransaction } from "#platform";
import { deskTermsAt } from "../terms/posted-terms.ts";
import { forexRefusals } from "../terms/refusals.ts";

/** When a request came, and what the market showed then. */
export interface Sent {
  readonly timeMs: number;
  readonly quotes: Quotes | undefined;
}

/** An engine that is so far behind is still walking what it missed. */
const BEHIND_MS = 15_000;

export async function assertTakesOrders(
  tx: DatabaseTransaction,
  { isAtOnce, isClosing = false }: { readonly isAtOnce: boolean; readonly isClosing?: boolean },
  { timeMs, quotes }: Sent,
): Promise<void> {
  const [terms, [engine]] = await Promise.all([
    deskTermsAt(tx, new Date(timeMs)),
    tx.query<{ walkedAt: Date | null }>(`select walked_at as "walkedAt" from forex_engine`),
  ]);
  if (!terms.isOpen && !isClosing) throw forexRefusals.desk_closed();
  if (!isAtOnce) return;
  const opensMs = opensAt(timeMs);
  if (opensMs > timeMs)
    throw forexRefusals.market_closed({
      opensAt: `${new Date(opensMs).toISOString().slice(0, 16)}Z`,
    });
  const walkedAt = engine?.walkedAt;
  if (!quotes || (walkedAt && timeMs - walkedAt.getTime() > BEHIND_MS))
    throw forexRefusals.market_halted();
}
