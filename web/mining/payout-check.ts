/**
 * Adds a payout up again in the browser, from the inputs its statement names: each segment by the formula, then their sum
 * with what was carried. All integers, in 10^-9 sat.
 */
import {
  difficultyOf,
  earnedNanosats,
  hashRateOfThs,
  NANOSATS_PER_SAT,
  parseScaled,
  type RewardTerms,
} from "#economics";
import type { ApiAnswer } from "../api.ts";

export type Statement = ApiAnswer<"listStatements">["items"][number];
type Segment = Statement["segments"][number];

const PERCENT_DECIMALS = 4;

export interface PayoutCheck {
  /** What the segments are worth by the formula, worked out here. */
  readonly workedOutNanosats: bigint;
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
  return { workedOutNanosats, addsUp: isSame && before + workedOutNanosats === paid + after };
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
