/**
 * Converts plans and rigs to the offers that the time machine replays, at the reference values in
 * force.
 */
import {
  DAY_MS,
  earnedNanosats,
  hashRateOfThs,
  microsPerKwhOf,
  nearest,
  wattsOfKw,
} from "#economics";
import {
  distributionOf,
  shareText,
  termsOf,
  type ReplayOffer,
  type Series,
} from "#economics/history";
import { CONTRACT_DAYS, planResult, plansAt } from "#mining";
import type { Queryable } from "#platform";
import { isMiner, itemsAt } from "#shop";
import { referenceValuesAt, type ReferenceValues } from "#treasury";
import { historyRefusals } from "./refusals.ts";

export const TARIFF_DEFAULT = microsPerKwhOf("0.1");
/** Period for rigs in days: five years. */
export const RIG_DAYS = 1_825;
export const PLAN_DAYS = CONTRACT_DAYS;

/** Nanosats per BTC. */
const MICRO = 10n ** 8n * 10n ** 9n;
const MICROS_PER_CENT = 10_000n;
const HOURS_A_DAY = 24n;
const WATTS_PER_KW = 1_000n;

export interface ReplayPlan {
  readonly id: string;
  readonly name: string;
  readonly offer: Extract<ReplayOffer, { kind: "plan" }>;
}

export interface ReplayRig {
  readonly id: string;
  readonly name: string;
  readonly priceCents: bigint;
  readonly earnsMicros: bigint;
  readonly powerKw: string;
}

export interface ReplayCases {
  readonly plans: readonly ReplayPlan[];
  readonly rigs: readonly ReplayRig[];
}

export async function replayCases(queryable: Queryable, now: Date): Promise<ReplayCases> {
  const reference = await referenceValuesAt(queryable, now);
  const plans = await plansAt(queryable, now);
  const items = await itemsAt(queryable, now);
  return {
    plans: plans.map((plan) => {
      const { earnsCents: worthCents, costCents: priceCents } = planResult(plan, reference);
      return { id: plan.id, name: plan.name, offer: { kind: "plan", worthCents, priceCents } };
    }),
    rigs: items.filter(isMiner).map(({ id, name, priceCents, hashRateThs, powerKw }) => ({
      id,
      name,
      priceCents,
      powerKw,
      earnsMicros: microsADay(hashRateThs, reference),
    })),
  };
}

/** Returns the daily earnings in millionths of a dollar, rounded to the nearest unit. */
function microsADay(hashRateThs: string, reference: ReferenceValues): bigint {
  const nanosats = earnedNanosats(hashRateOfThs(hashRateThs), DAY_MS, reference);
  return nearest(nanosats, reference.centsPerBtc * MICROS_PER_CENT, MICRO);
}

/** Returns the offer for replaying a rig. `tariffMicros` is in millionths of a dollar per kWh. */
export function rigOffer(rig: ReplayRig, tariffMicros: bigint): ReplayOffer {
  const powerMicros = nearest(wattsOfKw(rig.powerKw) * HOURS_A_DAY, tariffMicros, WATTS_PER_KW);
  return {
    kind: "daily",
    earnsMicros: rig.earnsMicros,
    powerMicros,
    priceMicros: rig.priceCents * MICROS_PER_CENT,
  };
}

/**
 * Counts the starting days that paid back, with coins sold daily. Throws if the offer costs
 * nothing.
 */
export function replayedCount(series: Series, offer: ReplayOffer, length: number) {
  const terms = termsOf(offer, length);
  if (terms === undefined) throw historyRefusals.replay_nothing_paid();
  const { count, paid } = distributionOf(series, { terms, mode: "sold", length });
  return { days: length, startingDays: count, paidBack: paid, share: shareText(paid, count) };
}
