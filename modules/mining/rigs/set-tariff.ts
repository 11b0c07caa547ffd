/**
 * Sets a user's electricity price from now on. Power used earlier is charged at the previous price.
 */
import { microsPerKwhOf } from "#economics";
import type { Bus, Database, PayGate, Queryable } from "#platform";
import { lockMiner } from "../accrual/miners-table.ts";
import { referenceValuesAt } from "#treasury";
import { miningRefusals } from "../terms/refusals.ts";
import type { Tariff } from "../accrual/accrual-periods.ts";
import { countTariffsAfter, insertTariff, tariffsFrom } from "../accrual/tariffs-table.ts";

const MICROS_MAX = 1_000_000n;

/**
 * Maximum number of changes per day. Every payout reads all prices since the previous payout, so
 * unlimited changes would slow down payouts.
 */
const CHANGES_PER_DAY_MAX = 50;
const DAY_MS = 86_400_000;

interface Deps {
  readonly database: Database;
  readonly bus: Bus;
  readonly payGate: PayGate;
}

/**
 * Sets the tariff. Setting the current price again changes nothing. Throws `tariff_invalid` unless
 * the price is above 0 and at most 1 USD per kWh, with at most 6 decimals. Throws
 * `tariff_changed_often` after 50 changes in 24 hours, and `pay_waits`.
 */
export async function setTariff(
  { database, bus, payGate }: Deps,
  { userId, usdPerKwh }: { readonly userId: string; readonly usdPerKwh: string },
): Promise<void> {
  if (!isSane(usdPerKwh)) throw miningRefusals.tariff_invalid();
  await database.transaction(async (tx) => {
    await lockMiner(tx, userId);
    const now = payGate.requireCheckedClock().now();
    const latest = (await tariffsFrom(tx, userId, now)).at(-1);
    if (latest && microsPerKwhOf(latest.usdPerKwh) === microsPerKwhOf(usdPerKwh)) return;
    const aDayAgo = new Date(now.getTime() - DAY_MS);
    if ((await countTariffsAfter(tx, userId, aDayAgo)) >= CHANGES_PER_DAY_MAX)
      throw miningRefusals.tariff_changed_often();
    const earliest = latest ? latest.validFrom.getTime() + 1 : now.getTime();
    const validFrom = new Date(Math.max(now.getTime(), earliest));
    await insertTariff(tx, userId, { usdPerKwh, validFrom });
  });
  bus.publish("me", { userId, what: "mining" });
}

/**
 * Returns the electricity price that applies to a user at `now`: the user's own price, or else the
 * price in the reference values.
 */
export async function tariffAt(queryable: Queryable, userId: string, now: Date): Promise<Tariff> {
  const [own] = await tariffsFrom(queryable, userId, now);
  return own && own.validFrom <= now ? own : referenceValuesAt(queryable, now);
}

function isSane(usdPerKwh: string): boolean {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(usdPerKwh)) return false;
  const micros = microsPerKwhOf(usdPerKwh);
  return micros > 0n && micros <= MICROS_MAX;
}
