/**
 * Runs one round of mining payouts, one minute after the previous round, as the worker does. The
 * round uses a movable clock.
 */
import { payOutDue } from "#mining";
import { createBus, silentLog, type Database } from "#platform";
import type { movableClock } from "../support/money/mining.ts";

/** The worker's default interval between payout rounds. */
export const PAYOUT_SECONDS = 60;

/** Pays all users once. Throws if any user's payout fails. */
export async function payRound(
  database: Database,
  clock: ReturnType<typeof movableClock>,
): Promise<void> {
  clock.advance(PAYOUT_SECONDS * 1_000);
  const failures = await payOutDue({
    database,
    clock,
    bus: createBus(),
    log: silentLog,
    payoutSeconds: PAYOUT_SECONDS,
    raiseWaitHours: 24,
  });
  if (failures > 0) throw new Error(`${failures} could not be paid`);
}
