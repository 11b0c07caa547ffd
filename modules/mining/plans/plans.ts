/**
 * The plans and what a purchase of one comes to. Prices are posted in USD, see plan-terms.ts, and
 * paid in BTC, rounded up.
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

/** What a plan is; another hash rate would be another plan. */
export interface PlanFacts {
  readonly id: string;
  readonly name: string;
  readonly hashRate: HashesPerSecond;
  readonly powerKw: string;
}

/** With the terms in force. */
export interface Plan extends PlanFacts {
  readonly priceCents: bigint;
  /** False: no longer sold. */
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

/** What the plan includes: each sentence is a property of the contract, none is praise. */
export function planFeatures(plan: PlanFacts): string[] {
  return [
    `${sizeText(thsText(plan.hashRate))} for ${CONTRACT_DAYS} days from the purchase`,
    `The electricity of its ${plan.powerKw} kW is included`,
    "Paid by expected value (FPPS), whether the pool finds blocks or not",
    "Start and stop mining at any time; stopped time is not made up",
    "Every payout comes with a statement that you can add up yourself",
    "Not cancellable; pay follows later reference values",
  ];
}

/** `50 TH/s`, `1.5 PH/s`: in the unit of the plan's own heading. */
function sizeText(ths: string): string {
  return Number(ths) < 1_000 ? `${ths} TH/s` : `${Number(ths) / 1_000} PH/s`;
}

/** Hash rate, time and price of the plan at these reference values. */
export function planOffer(plan: Plan, reference: ReferenceValues): Offer {
  return {
    hashRate: plan.hashRate,
    milliseconds: BigInt(CONTRACT_DAYS) * DAY_MS,
    costSats: chargeSats(plan.priceCents, reference),
    costCents: plan.priceCents,
  };
}

/** Whether the platform can pay it beside all that it has sold. */
export function maySellPlan(plan: Plan, reference: ReferenceValues, margin: Margin): boolean {
  const { hashRate, milliseconds, costSats: priceSats } = planOffer(plan, reference);
  return allows(margin, costOf(saleOf({ hashRate, milliseconds, priceSats }, reference)));
}

export function planResult(plan: Plan, reference: ReferenceValues): ExpectedResult {
  return expectedResult(planOffer(plan, reference), reference, reference);
}
