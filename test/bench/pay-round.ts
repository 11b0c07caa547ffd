/**
 * One round of mining pay an hour after the last one, as its worker runs it, with a movable clock.
 */
import { payOutDue } from "#mining";
import { createBus, silentLog, type Database } from "#platform";
import type { movableClock } from "../support/money/mining.ts";

const HOUR_MS = 3_600_000;

/** Pays all users once. Throws if any user's payout fails. */
export async function payRound(
  database: Database,
  clock: ReturnType<typeof movableClock>,
): Promise<void> {
  clock.advance(HOUR_MS);
  const failures = await payOutDue({
    database,
    clock,
    bus: createBus(),
    log: silentLog,
    raiseWaitHours: 24,
  });
  if (failures > 0) throw new Error(`${failures} could not be paid`);
}
