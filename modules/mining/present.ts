/**
 * Converts mining figures to the API's form: decimal text for hash rates, rates and difficulties,
 * integers for money.
 */
import type { z } from "zod";
import type { miningApi } from "#api/mining";
import {
  difficultyText,
  earnedNanosats,
  formatScaled,
  kwText,
  NANOSATS_PER_SAT,
  thsText,
  usdText,
  type Calculation,
  type ExpectedResult,
} from "#economics";
import type { Boost, Contract } from "./plans/contracts-table.ts";
import type { MiningView } from "./get-mining.ts";
import type { Rig } from "./accrual/rigs-table.ts";
import {
  CONTRACT_DAYS,
  maySellPlan,
  planFeatures,
  planOffer,
  planResult,
  type Plan,
} from "./plans/plans.ts";
import type { Margin, ReferenceValues } from "#treasury";
import { miningRefusals } from "./terms/refusals.ts";

type Response<Name extends keyof typeof miningApi> = z.output<(typeof miningApi)[Name]["response"]>;
type MiningResponse = Response<"getMining">;
type PlanItem = Response<"listPlans">["items"][number];

export function presentReference(values: ReferenceValues): MiningResponse["reference"] {
  return {
    id: values.id,
    rateUsdPerBtc: usdText(values.centsPerBtc),
    difficulty: difficultyText(values.difficulty),
    subsidySats: values.subsidySats,
    feesSats: values.feesSats,
    poolFeePercent: feePercent(values),
    blockSeconds: values.blockSeconds,
    usdPerKwh: values.usdPerKwh,
    validFrom: values.validFrom,
    source: values.source,
  };
}

/** Formats a rate in millionths as percent: 10,000 millionths are 1 %. */
export function feePercent({ poolFeeMillionths }: ReferenceValues): string {
  return formatScaled(poolFeeMillionths, 4);
}

function presentResult(result: ExpectedResult): PlanItem["expected"] {
  const { breakEvenCentsPerBtc, breakEvenDifficulty, ...amounts } = result;
  return {
    ...amounts,
    breakEvenUsdPerBtc: breakEvenCentsPerBtc === null ? null : usdText(breakEvenCentsPerBtc),
    breakEvenDifficulty: breakEvenDifficulty === null ? null : difficultyText(breakEvenDifficulty),
  };
}

export function presentPlan(plan: Plan, reference: ReferenceValues, margin: Margin): PlanItem {
  const closedReason = closedReasonOf(plan, reference, margin);
  return {
    id: plan.id,
    name: plan.name,
    priceCents: plan.priceCents,
    priceSats: planOffer(plan, reference).costSats,
    hashRateThs: thsText(plan.hashRate),
    powerKw: plan.powerKw,
    features: planFeatures(plan),
    durationDays: CONTRACT_DAYS,
    expected: presentResult(planResult(plan, reference)),
    isOpen: closedReason === null,
    closedReason,
  };
}

function closedReasonOf(plan: Plan, reference: ReferenceValues, margin: Margin): string | null {
  if (!plan.isOffered) return miningRefusals.plan_retired().text;
  return maySellPlan(plan, reference, margin) ? null : miningRefusals.sales_closed().text;
}

interface At {
  readonly now: Date;
  readonly reference: ReferenceValues;
  readonly references: readonly ReferenceValues[];
}

export function presentContract(contract: Contract, at: At): MiningResponse["contracts"][number] {
  const { now, reference, references } = at;
  const start = Math.max(now.getTime(), contract.startsAt.getTime());
  const leftMs = BigInt(Math.max(0, contract.endsAt.getTime() - start));
  const toCome = earnedNanosats(contract.hashRate, leftMs, reference) / NANOSATS_PER_SAT;
  const purchasedAt = references.find(({ id }) => id === contract.referenceId);
  if (!purchasedAt) throw new Error(`no reference values ${contract.referenceId}`);
  return {
    id: contract.id,
    planId: contract.planId,
    name: contract.name,
    hashRateThs: thsText(contract.hashRate),
    powerKw: contract.powerKw,
    paidSats: contract.paidSats,
    paidCents: contract.paidCents,
    earnedSats: contract.postedSats,
    expectedSats: contract.postedSats + toCome,
    startsAt: contract.startsAt,
    endsAt: contract.endsAt,
    state: contract.endsAt > now ? "running" : "ended",
    remainderNanosats: contract.remainderNanosats?.toString() ?? null,
    purchasedAt: presentReference(purchasedAt),
  };
}

export function presentBoost(boost: Boost): NonNullable<MiningResponse["boost"]> {
  return {
    id: boost.id,
    multiplier: formatScaled(BigInt(boost.multiplierTenths), 1),
    rentedThs: thsText(boost.hashRate),
    paidSats: boost.paidSats,
    startsAt: boost.startsAt,
    endsAt: boost.endsAt,
  };
}

function presentRig(rig: Rig): MiningResponse["rigs"][number] {
  return {
    id: rig.id,
    name: rig.name,
    hashRateThs: thsText(rig.hashRate),
    powerKw: kwText(rig.watts),
    paidSats: rig.paidSats,
    earnedSats: rig.earnedSats,
    powerPaidSats: rig.powerPaidSats,
    startsAt: rig.startsAt,
    stoppedAt: rig.stoppedAt,
  };
}

export function presentMining(view: MiningView): MiningResponse {
  return {
    isMining: view.miningSince !== null,
    miningSince: view.miningSince,
    baseThs: thsText(view.base),
    hashRateThs: thsText(view.hashRate),
    multiplier: view.boost ? presentBoost(view.boost).multiplier : "1",
    powerKw: view.powerKw,
    estimatedDailySats: view.estimate?.earnsSats ?? 0n,
    estimatedDailyCents: view.estimate?.earnsCents ?? 0n,
    earnedTodaySats: view.earnedTodaySats,
    accruedSats: view.accruedSats,
    accruedEarnedSats: view.accruedEarnedSats,
    earnedTotalSats: view.earnedTotalSats,
    modelledTotalSats: view.modelledTotalSats,
    paidTotalSats: view.paidTotalSats,
    contracts: view.contracts.map((contract) => presentContract(contract, view)),
    rigs: view.rigs.map(presentRig),
    tariff: { usdPerKwh: view.tariff.usdPerKwh, validFrom: view.tariff.validFrom },
    boost: view.boost ? presentBoost(view.boost) : null,
    endedBoosts: view.endedBoosts.map(presentBoost),
    reference: presentReference(view.reference),
    boostUsdPerThsDay: view.reference.boostUsdPerThsDay,
    daily: view.days.map((day) => ({ ...day })),
  };
}

export function presentCalculation(calculation: Calculation): Response<"calculate"> {
  const over = (days: number) => ({
    sats: whole(calculation.btcPerDay * days * SATS_PER_BTC),
    cents: whole(calculation.usdPerDay * days * 100),
  });
  return {
    earnings: { day: over(1), week: over(7), month: over(30), year: over(365) },
    powerCentsPerDay: whole(calculation.powerUsdPerDay * 100),
    profitCentsPerDay: whole(calculation.profitUsdPerDay * 100),
    breakEvenDay: calculation.breakEvenDay,
    breakEvenDayAtToday: calculation.breakEvenDayAtToday,
    breakEvenUsdPerBtc: decimalText(calculation.breakEvenUsdPerBtc, 2),
    breakEvenDifficulty: decimalText(calculation.breakEvenDifficulty, 0),
    breakEvenUsdPerKwh: decimalText(calculation.breakEvenUsdPerKwh, 4),
    series: calculation.series.map(({ day, low, middle, high }) => ({
      day,
      low: low * 100,
      middle: middle * 100,
      high: high * 100,
    })),
  };
}

/**
 * Rounds a projected amount to whole units. Rounding is safe, because projected amounts are only
 * shown and never paid.
 */
function whole(value: number): bigint {
  return BigInt(Math.round(value));
}

const SATS_PER_BTC = 100_000_000;
const TEXT_MAX = 1e21;

/**
 * Formats a number as decimal text. Returns null for a huge value, which `toFixed` would write with
 * an exponent.
 */
function decimalText(value: number | null, decimals: number): string | null {
  return value === null || value >= TEXT_MAX ? null : value.toFixed(decimals);
}
