/** The plans on offer and what a purchase of one comes to. Prices are posted in USD and paid in BTC, rounded up. */
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
import type { ReferenceValues } from "./reference-values.ts";

export const CONTRACT_DAYS = 30;

export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly priceCents: bigint;
  readonly hashRate: HashesPerSecond;
  readonly powerKw: string;
}

export const PLANS: readonly Plan[] = [
  {
    id: "starter-rig",
    name: "Starter Rig",
    priceCents: 9_900n,
    hashRate: hashRateOfThs("50"),
    powerKw: "1.5",
  },
  {
    id: "pro-miner",
    name: "Pro Miner",
    priceCents: 49_900n,
    hashRate: hashRateOfThs("300"),
    powerKw: "5",
  },
  {
    id: "enterprise-farm",
    name: "Enterprise Farm",
    priceCents: 199_900n,
    hashRate: hashRateOfThs("1500"),
    powerKw: "20",
  },
];

/** What the plan includes: each sentence is a property of the contract, none is praise. */
export function planFeatures(plan: Plan): string[] {
  return [
    `${thsText(plan.hashRate)} TH/s for ${CONTRACT_DAYS} days from the purchase`,
    `The electricity of its ${plan.powerKw} kW is included`,
    "Paid by expected value (FPPS), whether the pool finds blocks or not",
    "Start and stop mining at any time; stopped time is not made up",
    "Every payout comes with a statement that you can add up yourself",
    "Not cancellable; pay follows later reference values",
  ];
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

export function planResult(plan: Plan, reference: ReferenceValues): ExpectedResult {
  return expectedResult(planOffer(plan, reference), reference, reference);
}
