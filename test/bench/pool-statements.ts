/**
 * Measures how fast the page's own code verifies one user's payouts for a year of measured work. It
 * is compared with computing only the value of the same payouts. The code runs in Node, which has
 * Chromium's JavaScript engine, but without the page.
 */
import { difficultyOf, NANOSATS_PER_SAT, workNanosats, type RewardTerms } from "#economics";
import { recompute } from "../../web/features/workers/recompute.ts";
import type { WorkStatement } from "../../web/features/workers/work-check.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

const DAYS = 365;
const LINES = 3;
const REPEATS = { full: 41, short: 5 };
const DIFFICULTY = "83000000000000";
const SUBSIDY_SATS = 312_500_000;
const TERMS: RewardTerms = {
  difficulty: difficultyOf(DIFFICULTY),
  subsidySats: BigInt(SUBSIDY_SATS),
  feesSats: 0n,
  poolFeeMillionths: 0n,
};

export interface StatementRound {
  readonly recomputed: Rate;
  readonly bare: Rate;
}

export async function measureStatements({
  size,
  rounds,
}: Plan): Promise<readonly StatementRound[]> {
  const repeats = REPEATS[size];
  const items = yearOfPayouts();
  const again = async () => {
    const { wrong } = await recompute(
      async () => ({ items, nextCursor: null }),
      () => undefined,
    );
    if (wrong.length > 0) throw new Error("the year does not add up");
  };
  const bare = async () => {
    let sum = 0n;
    for (const { lines } of items)
      for (const { workAfterMicros, workBeforeMicros } of lines)
        sum +=
          workNanosats(BigInt(workAfterMicros), TERMS) -
          workNanosats(BigInt(workBeforeMicros), TERMS);
    if (sum <= 0n) throw new Error("a year of work is worth something");
  };
  const measured: StatementRound[] = [];
  for (let round = 0; round <= rounds; round += 1)
    // The measurements share the processor, so run them one after the other.
    // oxlint-disable-next-line no-await-in-loop
    measured.push({
      recomputed: await medianOf(again, repeats),
      bare: await medianOf(bare, repeats),
    });
  return measured.slice(1);
}

/**
 * Returns a year of payouts, newest first as the server sends them, with three sets of reference
 * values per day.
 */
function yearOfPayouts(): WorkStatement[] {
  let carry = 0n;
  const payouts = Array.from({ length: DAYS }, (_, day): WorkStatement => {
    const lines = Array.from({ length: LINES }, (_line, at) => lineOf(day, at));
    const earned = lines.reduce((sum, line) => sum + BigInt(line.earnedNanosats), carry);
    const before = carry;
    carry = earned % NANOSATS_PER_SAT;
    return {
      id: `pay_${day}`,
      number: day + 1,
      paidAt: new Date(Date.UTC(2026, 0, day + 2)).toISOString(),
      lines,
      carryBeforeNanosats: before.toString(),
      carryAfterNanosats: carry.toString(),
      payoutSats: Number(earned / NANOSATS_PER_SAT),
      transferId: null,
    };
  });
  return payouts.toReversed();
}

function lineOf(day: number, at: number): WorkStatement["lines"][number] {
  const work = BigInt(1_000_000_007 * (day + 1) + at) * 1_000n;
  return {
    day: new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10),
    workBeforeMicros: "0",
    workAfterMicros: work.toString(),
    difficulty: DIFFICULTY,
    subsidySats: SUBSIDY_SATS,
    feesSats: 0,
    poolFeePercent: "0",
    referenceId: `ref_${at}`,
    earnedNanosats: workNanosats(work, TERMS).toString(),
    unpaidNanosats: "0",
  };
}

async function medianOf(work: () => Promise<void>, repeats: number): Promise<Rate> {
  const times: number[] = [];
  for (let at = 0; at < repeats; at += 1) {
    const begun = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    await work();
    times.push(performance.now() - begun);
  }
  const meanMs = times.toSorted((a, b) => a - b)[(repeats - 1) / 2] ?? Number.NaN;
  return { perSecond: 1_000 / meanMs, meanMs };
}
