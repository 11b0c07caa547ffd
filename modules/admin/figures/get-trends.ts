/**
 * Returns daily figures for the last 30 UTC days, including today so far, from tables with one row
 * per day.
 */
import { adminLimits } from "#api/limits";
import { houseDays, type HouseDay } from "#ledger";
import { paidMinersByDay } from "#mining";
import { signUpsByDay, ANONYMOUS_IDS } from "#users";
import type { AdminDeps } from "../office/deps.ts";

export async function getTrends({ database, clock }: Pick<AdminDeps, "clock" | "database">) {
  const now = clock.now();
  const days = await houseDays(database, { days: adminLimits.trendDays, until: now });
  const from = days[0]?.day ?? now.toISOString().slice(0, 10);
  const [signUps, miners] = await Promise.all([
    signUpsByDay(database, new Date(from)),
    paidMinersByDay(database, from, ANONYMOUS_IDS),
  ]);
  return {
    at: now,
    days: days.map(({ day, usersSats, chain }) => ({
      day,
      newUsers: signUps.get(day) ?? 0,
      balanceSats: usersSats,
      paidMiners: miners.get(day) ?? 0,
      depositedSats: -sum(chain, "deposit", "deposit_reversal", "receivable_repayment"),
      withdrawnSats: sum(chain, "withdrawal"),
    })),
  };
}

function sum(chain: HouseDay["chain"], ...codes: Parameters<HouseDay["chain"]["get"]>[0][]) {
  return codes.reduce((total, code) => total + (chain.get(code) ?? 0n), 0n);
}
