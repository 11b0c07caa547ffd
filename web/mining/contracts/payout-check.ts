/**
 * Adds a payout up again in the browser, from the inputs its statement names: each segment by the
 * formula, then their sum with what was carried. All integers, in 10^-9 sat.
 */
import {
  difficultyOf,
  earnedNanosats,
  centsPerBtcOf,
  hashRateOfThs,
  NANOSATS_PER_SAT,
  parseScaled,
  powerNanosats,
  type RewardTerms,
  wattsOfKw,
} from "#economics";
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type Statement = ApiAnswer<"listStatements">["items"][number];
type Segment = Statement["segments"][number];

const PERCENT_DECIMALS = 4;

export interface PayoutCheck {
  /** What the segments are worth by the formula, worked out here. */
  readonly workedOutNanosats: bigint;
  /** The power of the segments, worked out here; 0 for what has its power included. */
  readonly powerNanosats: bigint;
  /** Segments and sum agree with the statement to the last 10^-9 sat. */
  readonly addsUp: boolean;
}

export function checkPayout(statement: Statement): PayoutCheck {
  const segments = statement.segments.map((segment) => ({
    workedOut: workedOut(segment),
    stated: BigInt(segment.nanosats),
  }));
  const workedOutNanosats = segments.reduce((sum, segment) => sum + segment.workedOut, 0n);
  const isSame = segments.every((segment) => segment.workedOut === segment.stated);
  const before = BigInt(statement.carryBeforeNanosats);
  const after = BigInt(statement.carryAfterNanosats);
  const paid = BigInt(statement.payoutSats) * NANOSATS_PER_SAT;
  const power = checkPower(statement);
  const addsUp = isSame && before + workedOutNanosats === paid + after && power.addsUp;
  return { workedOutNanosats, powerNanosats: power.nanosats, addsUp };
}

/** The charge covers the power; what it came to too much is carried. */
function checkPower({ segments, power }: Statement): { nanosats: bigint; addsUp: boolean } {
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
  return { nanosats, addsUp: isSame && before + charged === nanosats + after };
}

/**
 * Like earnings, but rounded up: what the stretch used until `to`, less what it had used until
 * `from`.
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

/** A stretch is paid in parts: what it earned until `to`, less what it had earned until `from`. */
function workedOut(segment: Segment): bigint {
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
