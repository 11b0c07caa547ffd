/**
 * Adds a payout of measured work up again in the browser, from the inputs its statement names: each
 * line by the formula, then their sum with what was carried. All integers, in 10^-9 sat.
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
  /** What the lines are worth by the formula, worked out here. */
  readonly workedOutNanosats: bigint;
  readonly unpaidNanosats: bigint;
  /** Work that this payout counts, in millionths of difficulty. */
  readonly workMicros: bigint;
  /** Lines and sum agree with the statement to the last 10^-9 sat. */
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

/** Whole satoshis are paid, never carried. */
function isCarry(nanosats: bigint): boolean {
  return nanosats >= 0n && nanosats < NANOSATS_PER_SAT;
}

/** Work of a day is paid in parts: what all of it is worth, less what the part before was worth. */
function worthOf(line: Line): bigint {
  const terms = termsOf(line);
  return (
    workNanosats(BigInt(line.workAfterMicros), terms) -
    workNanosats(BigInt(line.workBeforeMicros), terms)
  );
}

type Texts = Pick<Line, "difficulty" | "subsidySats" | "feesSats" | "poolFeePercent">;

/** Those of the line before: the same values hold for thousands of lines. */
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
