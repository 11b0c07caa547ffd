/**
 * Recomputes a mining payout from its statement. First checks each segment by the formula, then the
 * sum including the carry, which is the previous payout's remainder of less than one satoshi. All
 * values are integers in 10^-9 sat. Pure.
 */
import { centsPerBtcOf } from "./conversion.ts";
import { powerNanosats, wattsOfKw } from "./power.ts";
import { earnedNanosats, NANOSATS_PER_SAT, type RewardTerms } from "./reward.ts";
import { parseScaled } from "./scaled-decimal.ts";
import { difficultyOf, hashRateOfThs } from "./units.ts";

interface Segment {
  readonly stretchFrom: string;
  readonly from: string;
  readonly to: string;
  readonly hashRateThs: string;
  readonly difficulty: string;
  readonly subsidySats: number;
  readonly feesSats: number;
  readonly poolFeePercent: string;
  readonly nanosats: string;
  readonly power: {
    readonly powerKw: string;
    readonly usdPerKwh: string;
    readonly rateUsdPerBtc: string;
    readonly nanosats: string;
  } | null;
}

/** A payout with its inputs, as the API publishes it in JSON. */
export interface PayoutStatement {
  readonly from: string;
  readonly to: string;
  readonly segments: readonly Segment[];
  readonly carryBeforeNanosats: string;
  readonly carryAfterNanosats: string;
  readonly payoutSats: number;
  readonly power: {
    readonly prepaidBeforeNanosats: string;
    readonly chargedSats: number;
    readonly prepaidAfterNanosats: string;
  } | null;
}

const PERCENT_DECIMALS = 4;

export interface PayoutCheck {
  /** Earnings of all segments, recomputed by the formula. */
  readonly workedOutNanosats: bigint;
  /** Power cost of all segments. 0 if the price includes power. */
  readonly powerNanosats: bigint;
  /** True if the recomputed segments and sum equal the statement to 10^-9 sat. */
  readonly addsUp: boolean;
}

export function checkPayout(statement: PayoutStatement): PayoutCheck {
  const segments = statement.segments.map((segment) => ({
    workedOut: computeEarned(segment),
    stated: BigInt(segment.nanosats),
  }));
  const workedOutNanosats = segments.reduce((sum, segment) => sum + segment.workedOut, 0n);
  const isSame = segments.every((segment) => segment.workedOut === segment.stated);
  const before = BigInt(statement.carryBeforeNanosats);
  const after = BigInt(statement.carryAfterNanosats);
  const paid = BigInt(statement.payoutSats) * NANOSATS_PER_SAT;
  const power = checkPower(statement);
  const addsUp =
    isSame &&
    isFraction(before) &&
    isFraction(after) &&
    before + workedOutNanosats === paid + after &&
    isInOrder(statement) &&
    power.addsUp;
  return { workedOutNanosats, powerNanosats: power.nanosats, addsUp };
}

/**
 * True if the carry is less than one satoshi. A larger carry is wrong, because every whole satoshi
 * is paid or charged.
 */
function isFraction(nanosats: bigint): boolean {
  return nanosats >= 0n && nanosats < NANOSATS_PER_SAT;
}

/** True if the segments neither overlap nor extend beyond the payout. */
function isInOrder({ from, to, segments }: PayoutStatement): boolean {
  let until = Date.parse(from);
  for (const segment of segments) {
    const begins = Date.parse(segment.from);
    const ends = Date.parse(segment.to);
    if (begins < until || begins < Date.parse(segment.stretchFrom) || ends < begins) return false;
    until = ends;
  }
  return until <= Date.parse(to);
}

/** Checks that the charge covers the power cost. Any excess is carried to the next payout. */
function checkPower({ segments, power }: PayoutStatement): { nanosats: bigint; addsUp: boolean } {
  const lines = segments.map((segment) => ({
    workedOut: usedPower(segment),
    stated: BigInt(segment.power?.nanosats ?? 0),
  }));
  const nanosats = lines.reduce((sum, line) => sum + line.workedOut, 0n);
  const isSame = lines.every((line) => line.workedOut === line.stated);
  if (power === null) return { nanosats, addsUp: isSame && nanosats === 0n };
  const charged = BigInt(power.chargedSats) * NANOSATS_PER_SAT;
  const before = BigInt(power.prepaidBeforeNanosats);
  const after = BigInt(power.prepaidAfterNanosats);
  const isCovered = before + charged === nanosats + after;
  return { nanosats, addsUp: isSame && isFraction(before) && isFraction(after) && isCovered };
}

/**
 * Returns the power cost of a segment: the accrual period's cost until `to` minus its cost until
 * `from`. Unlike earnings, it is rounded up.
 */
function usedPower({ power, stretchFrom, from, to }: Segment): bigint {
  if (power === null) return 0n;
  const start = Date.parse(stretchFrom);
  const rate = { centsPerBtc: centsPerBtcOf(power.rateUsdPerBtc), validFrom: new Date(start) };
  const until = (time: string) =>
    powerNanosats(
      wattsOfKw(power.powerKw),
      BigInt(Date.parse(time) - start),
      power.usdPerKwh,
      rate,
    );
  return until(to) - until(from);
}

/**
 * Returns the segment's earnings: the earnings of its accrual period until `to` minus the earnings
 * until `from`.
 */
function computeEarned(segment: Segment): bigint {
  const start = Date.parse(segment.stretchFrom);
  const rate = hashRateOfThs(segment.hashRateThs);
  const terms: RewardTerms = {
    difficulty: difficultyOf(segment.difficulty),
    subsidySats: BigInt(segment.subsidySats),
    feesSats: BigInt(segment.feesSats),
    poolFeeMillionths: parseScaled(segment.poolFeePercent, PERCENT_DECIMALS),
  };
  const until = (time: string) => earnedNanosats(rate, BigInt(Date.parse(time) - start), terms);
  return until(segment.to) - until(segment.from);
}
