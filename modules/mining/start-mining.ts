/**
 * Switches a user's mining on. Does nothing if mining is already on, for example after a second
 * click.
 */
import type { Bus, Database, PayGate } from "#platform";
import { lockMiner, switchesAfter, switchOn } from "./accrual/miners-table.ts";
import { miningRefusals } from "./terms/refusals.ts";

/**
 * Maximum number of starts per day. Payouts and cover calculations read every switched-on interval
 * since the last payout, so unlimited starts would slow them down.
 */
const STARTS_PER_DAY_MAX = 100;
const DAY_MS = 86_400_000;

export interface SwitchDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly payGate: PayGate;
}

/** Starts mining. Throws `pay_waits`, and `mining_switched_often` after 100 starts in 24 hours. */
export async function startMining(
  { database, bus, payGate }: SwitchDeps,
  { userId }: { readonly userId: string },
): Promise<void> {
  const isChanged = await database.transaction(async (tx) => {
    const { miningSince } = await lockMiner(tx, userId);
    if (miningSince) return false;
    const now = payGate.requireCheckedClock().now();
    const aDayAgo = new Date(now.getTime() - DAY_MS);
    if ((await switchesAfter(tx, userId, aDayAgo)).length >= STARTS_PER_DAY_MAX)
      throw miningRefusals.mining_switched_often();
    await switchOn(tx, userId, now);
    return true;
  });
  if (isChanged) bus.publish("me", { userId, what: "mining" });
}
