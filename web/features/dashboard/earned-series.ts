/**
 * Computes the chart "Earned against paid" in satoshis: the cumulative daily earnings of contracts,
 * boosts and rigs, their expected earnings, and the break-even line. The projection ends with the
 * last contract, or after 30 days if there are only rigs. The break-even line is the total of all
 * payments, including power for rigs. Earnings from measured work are excluded.
 */
import {
  earnedNanosats,
  hashRateOfThs,
  NANOSATS_PER_SAT,
  powerNanosats,
  wattsOfKw,
} from "#economics";
import { datedRateOf, rewardTermsOf, type Mining } from "../mining/reference/reference-terms.ts";
import { boostToCome, contractsToCome } from "../mining/reference/to-come.ts";

export interface EarnedSeries {
  readonly startMs: number;
  readonly nowMs: number;
  readonly endMs: number;
  readonly paidSats: number;
  readonly earnedSats: number;
  /** Oldest first. The last point is the current time. */
  readonly earned: readonly { readonly atMs: number; readonly sats: number }[];
  readonly expectedSats: number;
  /** Expected earnings if difficulty rises by 3 % per month. */
  readonly lowSats: number;
  readonly highSats: number;
}

const DAY_MS = 86_400_000;
const BAND_POINTS = 3;

type Input = Pick<
  Mining,
  | "contracts"
  | "rigs"
  | "tariff"
  | "boost"
  | "reference"
  | "daily"
  | "modelledTotalSats"
  | "paidTotalSats"
>;

const RIG_DAYS = 30;
/** Number of days before today that `daily` covers. */
const DAYS_BACK = 30;

/** Returns the series, or undefined if no contract and no rig is running. */
export function earnedSeries(mining: Input, now: Date): EarnedSeries | undefined {
  const running = mining.contracts.filter(({ state }) => state === "running");
  const rigs = mining.rigs.filter(({ stoppedAt }) => stoppedAt === null);
  if (running.length + rigs.length === 0) return undefined;
  const startMs = Math.min(...[...running, ...rigs].map(({ startsAt }) => Date.parse(startsAt)));
  const ends = running.map(({ endsAt }) => Date.parse(endsAt));
  const endMs = ends.length > 0 ? Math.max(...ends) : now.getTime() + RIG_DAYS * DAY_MS;
  const nowMs = Math.min(Math.max(now.getTime(), startMs), endMs);
  const earnedSats = mining.modelledTotalSats;
  const ofRigs = rigs.reduce((sum, rig) => sum + netToCome(rig, mining, endMs - nowMs), 0);
  const toCome = contractsToCome(mining) + ofRigs + boostToCome(mining, now);
  const days = (endMs - nowMs) / DAY_MS;
  return {
    startMs,
    nowMs,
    endMs,
    paidSats: mining.paidTotalSats,
    earnedSats,
    earned: cumulative(mining, Math.max(startMs, knownFromMs(now)), nowMs),
    expectedSats: earnedSats + toCome,
    lowSats: earnedSats + toCome * meanFactor(BAND_POINTS, days),
    highSats: earnedSats + toCome * meanFactor(-BAND_POINTS, days),
  };
}

/** Returns a rig's expected earnings minus its power cost at the current tariff. */
function netToCome(
  rig: Mining["rigs"][number],
  { reference, tariff }: Input,
  leftMs: number,
): number {
  const time = BigInt(Math.max(0, Math.floor(leftMs)));
  const earned = earnedNanosats(hashRateOfThs(rig.hashRateThs), time, rewardTermsOf(reference));
  const watts = wattsOfKw(rig.powerKw);
  const power = powerNanosats(watts, time, tariff.usdPerKwh, datedRateOf(reference));
  return Number((earned - power) / NANOSATS_PER_SAT);
}

function knownFromMs(now: Date): number {
  return now.getTime() - (now.getTime() % DAY_MS) - DAYS_BACK * DAY_MS;
}

/**
 * Returns the cumulative earnings at the end of each UTC day since the start. The last point is the
 * ledger's total at the current time.
 */
function cumulative(mining: Input, startMs: number, nowMs: number): EarnedSeries["earned"] {
  const since = mining.daily.filter(({ date }) => Date.parse(date) + DAY_MS > startMs);
  const inDays = since.reduce((sum, day) => sum + day.earnedSats, 0);
  let sum = Math.max(0, mining.modelledTotalSats - inDays);
  const points = [{ atMs: startMs, sats: sum }];
  for (const { date, earnedSats } of since) {
    sum += earnedSats;
    const atMs = Date.parse(date) + DAY_MS;
    if (atMs < nowMs) points.push({ atMs, sats: sum });
  }
  return [...points, { atMs: nowMs, sats: mining.modelledTotalSats }];
}

/**
 * Returns the mean of (1 + g)^(-d/30) over the remaining days d, where g is the monthly change of
 * difficulty. The exponent is negative, because earnings are inversely proportional to difficulty.
 */
function meanFactor(percentPerMonth: number, days: number): number {
  const decay = Math.log(1 + percentPerMonth / 100) * (days / 30);
  return Math.abs(decay) < 1e-9 ? 1 : (1 - Math.exp(-decay)) / decay;
}
