/** Switches a user's mining on. Pressing again, in this or another tab, changes nothing. */
import type { Bus, Database, PayGate } from "#platform";
import { lockMiner, switchOn } from "./miners-table.ts";

export interface SwitchParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly payGate: PayGate;
}

/** Throws `pay_waits`. */
export async function startMining(
  { database, bus, payGate }: SwitchParts,
  { userId }: { readonly userId: string },
): Promise<void> {
  const isChanged = await database.transaction(async (tx) => {
    const { miningSince } = await lockMiner(tx, userId);
    if (miningSince) return false;
    await switchOn(tx, userId, payGate.requireCheckedClock().now());
    return true;
  });
  if (isChanged) bus.publish("me", { userId, what: "mining" });
}
