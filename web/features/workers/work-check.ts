/**
 * Recomputes a payout for measured work in the browser from the inputs in its statement: each line
 * by the formula, then the sum including the carry. All values are integers in 10^-9 sat.
 */
import {
  difficultyOf,
  NANOSATS_PER_SAT,
  parseScaled,
  workNanosats,
  type RewardTerms,
} from "#economics";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type WorkStatement = ApiAnswer<"listWorkStatements">["items"][number];
type Line = WorkStatement["lines"][number];

const PERCENT_DECIMALS = 4;

export interface WorkCheck {
  /** Value of all lines, recomputed by the formula. */
  readonly workedOutNanosats: bigint;
  readonly unpaidNanosats: bigint;
  /** Work covered by this payout, in millionths of difficulty. */
  readonly workMicros: bigint;
  /** True if lines and sum match the statement exactly. */
  readonly addsUp: boolean;
}

export function checkWork(statement: WorkStatement): WorkCheck {
  let [workedOutNanosats, unpaidNanosats, workMicros] = [0n, 0n, 0n];
  let isSame = true;
  for (const line of statement.lines) {
    const earned = worthOf(line);
    const unpaid = BigInt(line.unpaidNanosats);
    if (earned !== BigInt(line.earnedNanosats) || unpaid < 0n || unpaid > earned) isSame = false;
    workedOutNanosats += earned;
    unpaidNanosats += unpaid;
    workMicros += BigInt(line.workAfterMicros) - BigInt(line.workBeforeMicros);
  }
  const carryBefore = BigInt(statement.carryBeforeNanosats);
  const carryAfter = BigInt(statement.carryAfterNanosats);
  const due = carryBefore + workedOutNanosats - unpaidNanosats;
  const paid = BigInt(statement.payoutSats) * NANOSATS_PER_SAT;
  const addsUp = isSame && isCarry(carryBefore) && isCarry(carryAfter) && due === paid + carryAfter;
  return { workedOutNanosats, unpaidNanosats, workMicros, addsUp };
}

/**
 * True if the carry is valid, which means less than one satoshi, because every whole satoshi is
 * paid.
 */
function isCarry(nanosats: bigint): boolean {
  return nanosats >= 0n && nanosats < NANOSATS_PER_SAT;
}

/**
 * Returns the value of a line. A day's work is paid in parts, so the value is the total up to the
 * end of this part minus the total before it.
 */
function worthOf(line: Line): bigint {
  const terms = termsOf(line);
  return (
    workNanosats(BigInt(line.workAfterMicros), terms) -
    workNanosats(BigInt(line.workBeforeMicros), terms)
  );
}

type Texts = Pick<Line, "difficulty" | "subsidySats" | "feesSats" | "poolFeePercent">;

/** Caches the terms of the last line, because thousands of lines share the same terms. */
let lastTerms: { readonly texts: Texts; readonly terms: RewardTerms } | undefined;

function termsOf(texts: Texts): RewardTerms {
  const { difficulty, subsidySats, feesSats, poolFeePercent } = texts;
  const isKnown =
    lastTerms?.texts.difficulty === difficulty &&
    lastTerms.texts.subsidySats === subsidySats &&
    lastTerms.texts.feesSats === feesSats &&
    lastTerms.texts.poolFeePercent === poolFeePercent;
  if (lastTerms === undefined || !isKnown)
    lastTerms = {
      texts,
      terms: {
        difficulty: difficultyOf(difficulty),
        subsidySats: BigInt(subsidySats),
        feesSats: BigInt(feesSats),
        poolFeeMillionths: parseScaled(poolFeePercent, PERCENT_DECIMALS),
      },
    };
  return lastTerms.terms;
}
