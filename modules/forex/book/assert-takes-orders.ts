/** Checks that the desk accepts orders now, before the order itself is checked. */
import { opensAt, type Quotes } from "#market";
import type { DatabaseTransaction } from "#platform";
import type { Accounts, Taking } from "./accounts.ts";
import { forexRefusals } from "../terms/refusals.ts";

/** Arrival time of a request, and the market at that time. */
export interface Sent {
  readonly timeMs: number;
  readonly quotes: Quotes | undefined;
  /** Last valid quotes, available even while the market is closed. */
  readonly values?: Quotes | undefined;
}

/** Throws `desk_closed`, `market_closed` or `market_halted` if the desk accepts no orders now. */
export async function assertTakesOrders(
  tx: DatabaseTransaction,
  accounts: Accounts,
  { at, isAtOnce, isClosing }: Omit<Taking, "timeMs">,
  { timeMs, quotes }: Sent,
): Promise<void> {
  const opensMs = opensAt(timeMs);
  if (isAtOnce && opensMs > timeMs)
    throw forexRefusals.market_closed({
      opensAt: `${new Date(opensMs).toISOString().slice(0, 16)}Z`,
    });
  await accounts.assertTakesOrders(tx, { timeMs, at, isAtOnce, isClosing });
  if (isAtOnce && !quotes) throw forexRefusals.market_halted();
}
