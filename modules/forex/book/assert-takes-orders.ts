/** Whether an order may be taken at all now, before anything is asked about the order itself. */
import { opensAt, type Quotes } from "#market";
import type { DatabaseTransaction } from "#platform";
import type { Accounts, Taking } from "./accounts.ts";
import { forexRefusals } from "../terms/refusals.ts";

/** When a request came, and what the market showed then. */
export interface Sent {
  readonly timeMs: number;
  readonly quotes: Quotes | undefined;
  /** The last good ones, also of a closed market. */
  readonly values?: Quotes | undefined;
}

/** Throws `desk_closed`, `market_closed`, `market_halted`. */
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
