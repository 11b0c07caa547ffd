/**
 * Provides the plans' expected results for the public page. The prerendered page contains the
 * results at the product's first reference values (60,000 USD per BTC, difficulty 83e12, reward
 * 3.125 BTC). The installation's own results replace them after the page has loaded.
 */
import { useQuery } from "@tanstack/react-query";
import type { ApiAnswer } from "../data/api/route-shapes.ts";
import { publicQuery } from "../data/api/public-query.ts";
import { useIsHydrated } from "../data/api/use-is-hydrated.ts";

type Plan = ApiAnswer<"listPlans">["items"][number];

export type PlanResult = Pick<Plan, "name" | "priceCents" | "hashRateThs"> & {
  expected: Pick<
    Plan["expected"],
    "earnsSats" | "earnsCents" | "resultCents" | "breakEvenUsdPerBtc"
  >;
};

export interface PlanResults {
  plans: readonly PlanResult[];
  rateUsdPerBtc: string;
  difficulty: string;
  subsidySats: number;
  feesSats: number;
  poolFeePercent: string;
}

const PRERENDERED: PlanResults = {
  rateUsdPerBtc: "60000",
  difficulty: "83000000000000",
  subsidySats: 312_500_000,
  feesSats: 0,
  poolFeePercent: "0",
  plans: [
    {
      name: "Starter Rig",
      priceCents: 9900,
      hashRateThs: "50",
      expected: {
        earnsSats: 113_610,
        earnsCents: 6817,
        resultCents: -3083,
        breakEvenUsdPerBtc: "87140.11",
      },
    },
    {
      name: "Pro Miner",
      priceCents: 49_900,
      hashRateThs: "300",
      expected: {
        earnsSats: 681_661,
        earnsCents: 40_900,
        resultCents: -9000,
        breakEvenUsdPerBtc: "73203.56",
      },
    },
    {
      name: "Enterprise Farm",
      priceCents: 199_900,
      hashRateThs: "1500",
      expected: {
        earnsSats: 3_408_304,
        earnsCents: 204_498,
        resultCents: 4598,
        breakEvenUsdPerBtc: "58650.87",
      },
    },
  ],
};

export function usePlanResults(): PlanResults {
  const { data } = useQuery(publicQuery("listPlans"));
  if (!useIsHydrated() || data === undefined) return PRERENDERED;
  const { rateUsdPerBtc, difficulty, subsidySats, feesSats, poolFeePercent } = data.reference;
  return { plans: data.items, rateUsdPerBtc, difficulty, subsidySats, feesSats, poolFeePercent };
}

/** Returns the value that fills a bar: the largest profit or loss in cents, at least one cent. */
export function largestResult(plans: readonly PlanResult[]): number {
  return Math.max(1, ...plans.map((plan) => Math.abs(plan.expected.resultCents)));
}

/**
 * Maximum bar heights in pixels. Bars below the break-even line have ample space, but bars above it
 * must not reach the headline.
 */
const HANGS_MAX = 131;
const STANDS_MAX = 84;

export function pixelsPerCent(plans: readonly PlanResult[]): number {
  const most = (sign: 1 | -1) =>
    Math.max(1, ...plans.map(({ expected }) => sign * expected.resultCents));
  return Math.min(HANGS_MAX / most(-1), STANDS_MAX / most(1));
}
