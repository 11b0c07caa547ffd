/**
 * Computes the figures of the view "Today" in satoshis: payouts of this UTC day, the earnings
 * expected by midnight, and the day's cost.
 */
import { earnedNanosats, hashRateOfThs, NANOSATS_PER_SAT } from "#economics";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { rewardTermsOf, type Mining } from "../mining/reference/reference-terms.ts";
import { dayCost, type DayCost } from "./day-cost.ts";

type Statement = ApiAnswer<"listStatements">["items"][number];
export type Payout = Pick<Statement, "to" | "payoutSats" | "carryAfterNanosats">;

export interface EarnedToday {
  readonly startMs: number;
  readonly nowMs: number;
  readonly endMs: number;
  /** Paid today, and accrued since the last payout. */
  readonly earnedSats: number;
  /**
   * Oldest first, from midnight or from the first start of mining today, until the current time.
   */
  readonly earned: readonly { readonly atMs: number; readonly sats: number }[];
  readonly landedMs: readonly number[];
  readonly expectedSats: number;
  /** The day's cost, drawn as the break-even line. */
  readonly floorSats: number;
  readonly cost: DayCost;
}

type Input = Pick<
  Mining,
  | "isMining"
  | "miningSince"
  | "hashRateThs"
  | "reference"
  | "contracts"
  | "rigs"
  | "tariff"
  | "boost"
  | "earnedTodaySats"
> &
  Partial<Pick<Mining, "endedBoosts">>;

const DAY_MS = 86_400_000;

/** Returns the figures of the current UTC day. `payouts` are the latest payouts, newest first. */
export function earnedToday(mining: Input, payouts: readonly Payout[], now: Date): EarnedToday {
  const nowMs = now.getTime();
  const startMs = nowMs - (nowMs % DAY_MS);
  const endMs = startMs + DAY_MS;
  const accrued = mining.isMining ? accruedNanosats(mining, payouts, now) : 0n;
  const earnedSats = mining.earnedTodaySats + Number(accrued / NANOSATS_PER_SAT);
  const toCome = mining.isMining ? accrued + untilMidnight(mining, nowMs, endMs) : 0n;
  const cost = dayCost(mining, now);
  const landed = payouts.filter(({ to }) => Date.parse(to) >= startMs).toReversed();
  return {
    startMs,
    nowMs,
    endMs,
    earnedSats,
    earned: stepsOf(mining, landed, { startMs, nowMs, earnedSats }),
    landedMs: [...new Set(landed.map(({ to }) => Date.parse(to)))],
    expectedSats: mining.earnedTodaySats + Number(toCome / NANOSATS_PER_SAT),
    floorSats: cost.totalSats,
    cost,
  };
}

/**
 * Returns the earnings since the last payout at the current hash rate, plus the fraction of a
 * satoshi carried over from that payout.
 */
export function accruedNanosats(
  mining: Pick<Input, "isMining" | "miningSince" | "hashRateThs" | "reference">,
  payouts: readonly Payout[],
  now: Date,
): bigint {
  const last = payouts[0]?.to;
  const since = Math.max(
    ...[last, mining.miningSince].map((at) =>
      at === undefined || at === null ? 0 : Date.parse(at),
    ),
  );
  if (!mining.isMining || since === 0) return 0n;
  const carried = payouts
    .filter(({ to }) => to === last)
    .reduce((sum, { carryAfterNanosats }) => sum + BigInt(carryAfterNanosats), 0n);
  return carried + paceNanosats(mining, now.getTime() - since);
}

/**
 * Returns the expected earnings until midnight at the current hash rate. Contracts and boosts earn
 * only until their end.
 */
function untilMidnight(mining: Input, nowMs: number, endMs: number): bigint {
  const { contracts, boost, reference } = mining;
  const ending = [
    ...contracts.filter(({ state }) => state === "running"),
    ...(boost === null ? [] : [{ hashRateThs: boost.rentedThs, endsAt: boost.endsAt }]),
  ];
  return ending.reduce(
    (sum, { hashRateThs, endsAt }) =>
      sum - paceNanosats({ hashRateThs, reference }, endMs - Math.max(nowMs, Date.parse(endsAt))),
    paceNanosats(mining, endMs - nowMs),
  );
}

function paceNanosats(
  { hashRateThs, reference }: Pick<Input, "hashRateThs" | "reference">,
  ms: number,
): bigint {
  const time = BigInt(Math.max(0, Math.floor(ms)));
  return earnedNanosats(hashRateOfThs(hashRateThs), time, rewardTermsOf(reference));
}

/**
 * Returns the steps of the line. Earnings older than the loaded payouts become one straight line to
 * the first of these payouts.
 */
function stepsOf(
  { contracts, rigs, earnedTodaySats }: Input,
  landed: readonly Payout[],
  {
    startMs,
    nowMs,
    earnedSats,
  }: { readonly startMs: number; readonly nowMs: number; readonly earnedSats: number },
): EarnedToday["earned"] {
  const running = [
    ...contracts.filter(({ state }) => state === "running"),
    ...rigs.filter(({ stoppedAt }) => stoppedAt === null),
  ];
  const starts = running.map(({ startsAt }) => Date.parse(startsAt));
  const firstMs = Math.min(nowMs, Math.max(startMs, Math.min(...starts)));
  let sats = earnedTodaySats - landed.reduce((sum, { payoutSats }) => sum + payoutSats, 0);
  const points = [{ atMs: firstMs, sats: 0 }];
  for (const { to, payoutSats } of landed) {
    sats += payoutSats;
    points.push({ atMs: Date.parse(to), sats: Math.max(0, sats) });
  }
  return [...points, { atMs: nowMs, sats: earnedSats }];
}
