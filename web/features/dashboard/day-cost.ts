/**
 * Computes the cost of one UTC day of mining: the day's share of each contract and boost, and the
 * power and depreciation of rigs. Anything that began today costs a whole day. Anything that ends
 * today costs only the part of the day before its end. Each part is in satoshis, rounded up.
 */
import { BUY_BACK, DAY_MS, NANOSATS_PER_SAT, powerNanosats, wattsOfKw } from "#economics";
import { datedRateOf, type Mining } from "../mining/reference/reference-terms.ts";

export interface DayCost {
  readonly contractSats: number;
  readonly boostSats: number;
  /** The rigs' power cost at the user's tariff. */
  readonly powerSats: number;
  /**
   * Linear depreciation of rigs: the value falls from the price to 0 by the time the resale value
   * reaches 0.
   */
  readonly wearSats: number;
  readonly totalSats: number;
}

type Input = Pick<
  Mining,
  "isMining" | "contracts" | "rigs" | "tariff" | "boost" | "reference" | "earnedTodaySats"
> &
  Partial<Pick<Mining, "endedBoosts">>;

interface Rented {
  readonly paidSats: number;
  readonly startsAt: string;
  readonly endsAt: string;
}

const DAY = Number(DAY_MS);
const WEAR_DAYS = Number(BUY_BACK.days);

export function dayCost(mining: Input, now: Date): DayCost {
  const nowMs = now.getTime();
  const startMs = nowMs - (nowMs % DAY);
  const boosts = [...(mining.boost === null ? [] : [mining.boost]), ...(mining.endedBoosts ?? [])];
  const parts = {
    contractSats: rentedSats(mining.contracts, startMs),
    boostSats: rentedSats(boosts, startMs),
    powerSats: powerSats(mining, nowMs - startMs),
    wearSats: wearSats(mining.rigs, startMs),
  };
  const totalSats = Object.values(parts).reduce((sum, sats) => sum + sats, 0);
  return { ...parts, totalSats };
}

function rentedSats(rented: readonly Rented[], startMs: number): number {
  const sats = rented.reduce((sum, { paidSats, startsAt, endsAt }) => {
    const lengthMs = Date.parse(endsAt) - Date.parse(startsAt);
    const ofDayMs = Math.min(DAY, Math.max(0, Date.parse(endsAt) - startMs));
    return sum + (paidSats * ofDayMs) / lengthMs;
  }, 0);
  return Math.ceil(sats);
}

/**
 * Returns the cost of power. Rigs use power only while mining is on. If mining was stopped today,
 * the time until now is counted, which is the maximum possible.
 */
function powerSats({ isMining, rigs, tariff, reference, earnedTodaySats }: Input, agoMs: number) {
  const ms = isMining ? DAY : earnedTodaySats > 0 ? agoMs : 0;
  const nanosats = rigs
    .filter(({ stoppedAt }) => stoppedAt === null)
    .reduce(
      (sum, { powerKw }) =>
        sum +
        powerNanosats(
          wattsOfKw(powerKw),
          BigInt(Math.floor(ms)),
          tariff.usdPerKwh,
          datedRateOf(reference),
        ),
      0n,
    );
  return Number((nanosats + NANOSATS_PER_SAT - 1n) / NANOSATS_PER_SAT);
}

function wearSats(rigs: Input["rigs"], startMs: number): number {
  const sats = rigs
    .filter(({ startsAt }) => startMs - Date.parse(startsAt) < WEAR_DAYS * DAY)
    .reduce((sum, { paidSats }) => sum + paidSats / WEAR_DAYS, 0);
  return Math.ceil(sats);
}
