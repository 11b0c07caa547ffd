/**
 * Switches a user's mining off. The payout worker pays the earnings so far in its next round. Does
 * nothing if mining is already off.
 */
import { lockMiner, switchOff } from "./accrual/miners-table.ts";
import type { SwitchDeps } from "./start-mining.ts";
import { PAYOUT_WORKER } from "./worker-name.ts";

/** Stops mining. Throws `pay_waits`. */
export async function stopMining(
  { database, bus, payGate }: SwitchDeps,
  { userId }: { readonly userId: string },
): Promise<void> {
  const isChanged = await database.transaction(async (tx) => {
    const { miningSince } = await lockMiner(tx, userId);
    if (!miningSince) return false;
    await switchOff(tx, userId, payGate.requireCheckedClock().now());
    return true;
  });
  if (!isChanged) return;
  bus.publish("me", { userId, what: "mining" });
  bus.publish("wake", { worker: PAYOUT_WORKER });
}
