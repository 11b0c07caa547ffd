/** Sets what a user pays for electricity, from now on: power used before is charged at the price before. */
import { microsPerKwhOf } from "#economics";
import type { Bus, Clock, Database, Queryable } from "#platform";
import { lockMiner } from "./miners-table.ts";
import { referenceValuesAt } from "./reference-values-table.ts";
import { miningRefusals } from "./refusals.ts";
import type { Tariff } from "./segments.ts";
import { insertTariff, tariffsOf } from "./tariffs-table.ts";

const MICROS_MAX = 1_000_000n;

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

/** Throws `tariff_invalid` unless it is above 0 and at most 1 USD per kWh, with at most 6 decimals. */
export async function setTariff(
  { database, clock, bus }: Parts,
  { userId, usdPerKwh }: { readonly userId: string; readonly usdPerKwh: string },
): Promise<void> {
  if (!isSane(usdPerKwh)) throw miningRefusals.tariff_invalid();
  await database.transaction(async (tx) => {
    await lockMiner(tx, userId);
    const now = clock.now();
    const latest = (await tariffsOf(tx, userId)).at(-1);
    const earliest = latest ? latest.validFrom.getTime() + 1 : now.getTime();
    const validFrom = new Date(Math.max(now.getTime(), earliest));
    await insertTariff(tx, userId, { usdPerKwh, validFrom });
  });
  bus.publish("me", { userId, what: "mining" });
}

/** The user's own price of electricity in force at `now`, else that of the reference values. */
export async function tariffAt(queryable: Queryable, userId: string, now: Date): Promise<Tariff> {
  const own = (await tariffsOf(queryable, userId)).findLast(({ validFrom }) => validFrom <= now);
  return own ?? (await referenceValuesAt(queryable, now));
}

function isSane(usdPerKwh: string): boolean {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(usdPerKwh)) return false;
  const micros = microsPerKwhOf(usdPerKwh);
  return micros > 0n && micros <= MICROS_MAX;
}
