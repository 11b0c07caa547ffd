/** Switches a user's mining on. Pressing again, in this or another tab, changes nothing. */
import type { Bus, Clock, Database } from "#platform";
import { lockMiner, switchOn } from "./miners-table.ts";

export interface SwitchParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

export async function startMining(
  { database, clock, bus }: SwitchParts,
  { userId }: { readonly userId: string },
): Promise<void> {
  const isChanged = await database.transaction(async (tx) => {
    const { miningSince } = await lockMiner(tx, userId);
    if (miningSince) return false;
    await switchOn(tx, userId, clock.now());
    return true;
  });
  if (isChanged) bus.publish("me", { userId, what: "mining" });
}
