/**
 * Returns what a settlement would pay users now for contracts, boosts, rigs and measured work,
 * minus the power of rigs. Power that exceeds the earnings is not deducted until it is charged.
 */
import { payCapsAt } from "#pool";
import type { OwedTo } from "#treasury";
import { nextSettlements } from "../work/next-settlements.ts";
import { accruedPayOfUsers } from "./accrued-sats.ts";

/** `waitHours` is the number of hours until a higher pay cap for measured work applies. */
export const miningOwedTo =
  (waitHours: number): OwedTo =>
  async (queryable, { now }, userIds) => {
    const caps = await payCapsAt(queryable, { now, waitHours });
    const settlements = await nextSettlements(queryable, userIds, caps);
    const workSats = new Map(
      [...settlements].map(([userId, { payoutSats }]) => [userId, payoutSats]),
    );
    const owed = new Map(workSats);
    const accrued = await accruedPayOfUsers(queryable, { userIds, now, workSats });
    for (const [userId, { netSats }] of accrued) {
      const sats = (workSats.get(userId) ?? 0n) + netSats;
      owed.set(userId, sats > 0n ? sats : 0n);
    }
    return owed;
  };
