/**
 * Provides the share of starting days since 2013 on which each plan would have paid back. The
 * server counts the days, because the price series is too large for the public page. The
 * prerendered page contains the counts at the product's first reference values.
 */
import { useQuery } from "@tanstack/react-query";
import { publicQuery } from "../data/api/public-query.ts";
import { useIsHydrated } from "../data/api/use-is-hydrated.ts";

export interface ReplayedPlan {
  readonly name: string;
  readonly replayed: { readonly share: string; readonly startingDays: number };
}

export const PRERENDERED: readonly ReplayedPlan[] = [
  { name: "Starter Rig", replayed: { share: "1.0", startingDays: 4_364 } },
  { name: "Pro Miner", replayed: { share: "7.1", startingDays: 4_364 } },
  { name: "Enterprise Farm", replayed: { share: "50.9", startingDays: 4_364 } },
];

export function useReplayedPlans(): readonly ReplayedPlan[] {
  const { data } = useQuery(publicQuery("listReplayCases"));
  return useIsHydrated() && data !== undefined ? data.plans : PRERENDERED;
}
