/**
 * What is due to one person for measured work, from how far each day's work has grown since it was
 * last counted. The same however often it runs: a period, the work of one UTC day under one set of
 * reference values, is worth f(all of it), and f of what was counted before is taken off. Pure.
 */
import { NANOSATS_PER_SAT, workNanosats, type RewardTerms } from "#economics";

/** A day's work under one set of reference values, as far as it goes now. */
export interface WorkPeriod {
  /** `2026-03-01`, UTC. */
  readonly day: string;
  readonly reference: RewardTerms & { readonly id: string };
  readonly workMicros: bigint;
}

/** How far a period was counted by the payouts so far. */
export interface CountedPeriod {
  readonly day: string;
  readonly referenceId: string;
  readonly workMicros: bigint;
  readonly earnedNanosats: bigint;
  /** Of it, what lay above a cap. */
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

/** Periods that have work which no payout counted, in the order given. */
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

/** What may still be paid for the work of a day, in 10^-9 sat. */
export interface DailyPayCaps {
  /** To this person. */
  person(day: string): bigint;
  /** To all together. */
  installation(day: string): bigint;
}

export interface WorkSettlement {
  readonly lines: readonly WorkLine[];
  /** To be paid: earned less what lies above the caps. */
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

/** 10^-9 sat that a settlement pays for each day, of those days that it pays for. */
export function paidByDay({ lines }: Pick<WorkSettlement, "lines">): Map<string, bigint> {
  const days = new Map<string, bigint>();
  for (const { day, earnedNanosats, unpaidNanosats } of lines)
    days.set(day, (days.get(day) ?? 0n) + earnedNanosats - unpaidNanosats);
  return days;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
