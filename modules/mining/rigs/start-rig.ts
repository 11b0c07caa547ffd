/**
 * Restarts a rig that stopped because its power was not paid. The stopped time is neither paid nor
 * charged.
 */
import { earnedNanosats, NANOSATS_PER_SAT, powerNanosats } from "#economics";
import { balancesOf } from "#ledger";
import type { Bus, Database, DatabaseTransaction, PayGate } from "#platform";
import { openRig, type HashRateSource } from "../accrual/hash-rate-sources-table.ts";
import { lockMiner } from "../accrual/miners-table.ts";
import { referenceValuesAt } from "#treasury";
import { miningRefusals } from "../terms/refusals.ts";
import { resumeRig } from "../accrual/rigs-table.ts";
import { tariffAt } from "./set-tariff.ts";

const HOUR_MS = 3_600_000n;

interface Deps {
  readonly database: Database;
  readonly bus: Bus;
  readonly payGate: PayGate;
}

/**
 * Restarts a rig. Does nothing if the rig is running. Throws `rig_unknown` and `pay_waits`. Throws
 * `insufficient_funds` if the balance plus an hour of earnings does not cover an hour of power,
 * because the rig would soon stop again.
 */
export async function startRig(
  { database, bus, payGate }: Deps,
  { userId, rigId }: { readonly userId: string; readonly rigId: string },
): Promise<void> {
  const isChanged = await database.transaction(async (tx) => {
    await lockMiner(tx, userId);
    const rig = await openRig(tx, { userId, rigId });
    if (!rig) throw miningRefusals.rig_unknown();
    if (!rig.stoppedAt) return false;
    const now = payGate.requireCheckedClock().now();
    await assertCarriesAnHour(tx, rig, now);
    await resumeRig(tx, rigId, now);
    return true;
  });
  if (isChanged) bus.publish("me", { userId, what: "mining" });
}

async function assertCarriesAnHour(
  tx: DatabaseTransaction,
  rig: HashRateSource,
  now: Date,
): Promise<void> {
  const reference = await referenceValuesAt(tx, now);
  const { usdPerKwh } = await tariffAt(tx, rig.userId, now);
  const power = powerNanosats(rig.watts ?? 0n, HOUR_MS, usdPerKwh, reference);
  const earned = earnedNanosats(rig.hashRate, HOUR_MS, reference);
  const { availableSats } = await balancesOf(tx, rig.userId);
  if (availableSats * NANOSATS_PER_SAT + earned < power)
    throw miningRefusals.insufficient_funds({ what: `an hour of power for ${rig.name}` });
}
