/**
 * Defines the plans and computes the price and earnings of a contract. Prices are posted in USD
 * (see plan-terms.ts) and paid in BTC, rounded up.
 */
import {
  chargeSats,
  DAY_MS,
  expectedResult,
  hashRateOfThs,
  thsText,
  type ExpectedResult,
  type HashesPerSecond,
  type Offer,
} from "#economics";
import { allows, costOf, type Margin, type ReferenceValues } from "#treasury";
import { saleOf } from "./obligations.ts";

export const CONTRACT_DAYS = 30;

/** The fixed properties of a plan. A different hash rate would be a different plan. */
export interface PlanFacts {
  readonly id: string;
  readonly name: string;
  readonly hashRate: HashesPerSecond;
  readonly powerKw: string;
}

/** A plan with its current terms. */
export interface Plan extends PlanFacts {
  readonly priceCents: bigint;
  /** False if the plan is no longer sold. */
  readonly isOffered: boolean;
}

export const PLANS: readonly PlanFacts[] = [
  {
    id: "starter-rig",
    name: "Starter Rig",
    hashRate: hashRateOfThs("50"),
    powerKw: "1.5",
  },
  {
    id: "pro-miner",
    name: "Pro Miner",
    hashRate: hashRateOfThs("300"),
    powerKw: "5",
  },
  {
    id: "enterprise-farm",
    name: "Enterprise Farm",
    hashRate: hashRateOfThs("1500"),
    powerKw: "20",
  },
];

/**
 * Returns the plan's features. Each sentence states a fact about the contract, without advertising.
 */
export function planFeatures(plan: PlanFacts): string[] {
  return [
    `${sizeText(thsText(plan.hashRate))} for ${CONTRACT_DAYS} days from purchase`,
    `Electricity for its ${plan.powerKw} kW is included`,
    "Pays the expected value (FPPS), whether or not the pool finds blocks",
    "Start and stop mining at any time; stopped time does not extend the contract",
    "Every payout has a statement that you can check yourself",
    "Not cancellable; pay depends on the reference values at the time",
  ];
}

/** Formats the hash rate in the unit used in the plan's heading: `50 TH/s`, `1.5 PH/s`. */
function sizeText(ths: string): string {
  return Number(ths) < 1_000 ? `${ths} TH/s` : `${Number(ths) / 1_000} PH/s`;
}

/** Returns the plan's hash rate, duration and price at these reference values. */
export function planOffer(plan: Plan, reference: ReferenceValues): Offer {
  return {
    hashRate: plan.hashRate,
    milliseconds: BigInt(CONTRACT_DAYS) * DAY_MS,
    costSats: chargeSats(plan.priceCents, reference),
    costCents: plan.priceCents,
  };
}

/** True if the platform can cover this plan in addition to all existing obligations. */
export function maySellPlan(plan: Plan, reference: ReferenceValues, margin: Margin): boolean {
  const { hashRate, milliseconds, costSats: priceSats } = planOffer(plan, reference);
  return allows(margin, costOf(saleOf({ hashRate, milliseconds, priceSats }, reference)));
}

export function planResult(plan: Plan, reference: ReferenceValues): ExpectedResult {
  return expectedResult(planOffer(plan, reference), reference, reference);
}
