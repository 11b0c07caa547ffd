/**
 * Computes a user's pay for measured work from the growth of each day's work since the last payout.
 * A period is the work of one UTC day at one set of reference values. Its pay is the value of all
 * its work minus the value of the work counted earlier, so the total does not depend on how often
 * this code runs. The computation has no side effects.
 */
import { NANOSATS_PER_SAT, workNanosats, type RewardTerms } from "#economics";

/** A user's work so far on one day at one set of reference values. */
export interface WorkPeriod {
  /** UTC date such as `2026-03-01`. */
  readonly day: string;
  readonly reference: RewardTerms & { readonly id: string };
  readonly workMicros: bigint;
}

/** The part of a work period that earlier payouts have covered. */
export interface CountedPeriod {
  readonly day: string;
  readonly referenceId: string;
  readonly workMicros: bigint;
  readonly earnedNanosats: bigint;
  /** The part of `earnedNanosats` that exceeds a cap and is not paid. */
  readonly unpaidNanosats: bigint;
}

export interface WorkLine {
  readonly day: string;
  readonly referenceId: string;
  readonly workBefore: bigint;
  readonly workAfter: bigint;
  readonly earnedNanosats: bigint;
  readonly unpaidNanosats: bigint;
}

export interface Grown {
  readonly period: WorkPeriod;
  readonly workBefore: bigint;
  readonly earnedNanosats: bigint;
}

/** Returns the periods with work that no payout has covered, in the given order. */
export function grownPeriods(
  periods: readonly WorkPeriod[],
  counted: readonly CountedPeriod[],
): Grown[] {
  return periods.flatMap((period) => {
    const { day, reference, workMicros } = period;
    const previous = counted.find((one) => one.day === day && one.referenceId === reference.id);
    const workBefore = previous?.workMicros ?? 0n;
    if (workMicros <= workBefore) return [];
    const earnedNanosats =
      workNanosats(workMicros, reference) - workNanosats(workBefore, reference);
    return [{ period, workBefore, earnedNanosats }];
  });
}

export interface WorkAccount {
  readonly nanosats: bigint;
  readonly postedSats: bigint;
}

/** Pay that the caps still allow for a day's work, in 10^-9 sat. */
export interface DailyPayCaps {
  /** Amount that may still be paid to this user on the day. */
  person(day: string): bigint;
  /** Amount that may still be paid to all users together on the day. */
  installation(day: string): bigint;
}

export interface WorkSettlement {
  readonly lines: readonly WorkLine[];
  /** Amount to pay: the earnings minus the part above the caps. */
  readonly nanosats: bigint;
  readonly unpaidNanosats: bigint;
  readonly carryBefore: bigint;
  readonly payoutSats: bigint;
  readonly carryAfter: bigint;
}

export function settleWork(
  { nanosats, postedSats }: WorkAccount,
  grown: readonly Grown[],
  caps: DailyPayCaps,
): WorkSettlement {
  const paidOfDay = new Map<string, bigint>();
  const lines = grown.map(({ period, workBefore, earnedNanosats }): WorkLine => {
    const { day, reference, workMicros } = period;
    const usedNanosats = paidOfDay.get(day) ?? 0n;
    const remaining = least(caps.person(day), caps.installation(day)) - usedNanosats;
    const paid = least(earnedNanosats, remaining > 0n ? remaining : 0n);
    paidOfDay.set(day, usedNanosats + paid);
    return {
      day,
      referenceId: reference.id,
      workBefore,
      workAfter: workMicros,
      earnedNanosats,
      unpaidNanosats: earnedNanosats - paid,
    };
  });
  const unpaidNanosats = lines.reduce((sum, line) => sum + line.unpaidNanosats, 0n);
  const earned = lines.reduce((sum, line) => sum + line.earnedNanosats, 0n);
  const carryBefore = nanosats - postedSats * NANOSATS_PER_SAT;
  const due = carryBefore + earned - unpaidNanosats;
  return {
    lines,
    nanosats: earned - unpaidNanosats,
    unpaidNanosats,
    carryBefore,
    payoutSats: due / NANOSATS_PER_SAT,
    carryAfter: due % NANOSATS_PER_SAT,
  };
}

/** Returns the settlement's pay per day, in 10^-9 sat. */
export function paidByDay({ lines }: Pick<WorkSettlement, "lines">): Map<string, bigint> {
  const days = new Map<string, bigint>();
  for (const { day, earnedNanosats, unpaidNanosats } of lines)
    days.set(day, (days.get(day) ?? 0n) + earnedNanosats - unpaidNanosats);
  return days;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
