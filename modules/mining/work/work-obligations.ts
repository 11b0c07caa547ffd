/**
 * Computes obligations from measured work: the pay that is due, and future pay at the pace of the
 * last 24 hours. The posted caps limit both amounts, so that one user with very many machines
 * cannot use up the cover for other users' purchases.
 */
import { DAY_MS, NANOSATS_PER_SAT, workNanosats, type RewardTerms } from "#economics";
import { mulDiv } from "#money";
import { payCapsAt, workAccounts, workBetween } from "#pool";
import type { Queryable } from "#platform";
import type { CountedAt } from "#treasury";
import { newestPaidDay, openWork } from "./work-table.ts";

export interface WorkCountedAt extends CountedAt {
  /** Hours until a higher cap applies. */
  readonly waitHours: number;
}

export interface DueWork {
  readonly open: number;
  /** Due pay in satoshis, rounded up. */
  readonly owedSats: bigint;
}

export async function dueWork(
  queryable: Queryable,
  { now, reference, waitHours }: WorkCountedAt,
): Promise<DueWork> {
  const accounts = await workAccounts(queryable, null);
  if (accounts.size === 0) return { open: 0, owedSats: 0n };
  const counted = new Map((await openWork(queryable)).map((one) => [one.userId, one]));
  const { personDailySats, installationDailySats } = await payCapsAt(queryable, { now, waitHours });
  const { days, paidNanosats } = await daysBehind(queryable, now);
  let [open, dueNanosats, carriedNanosats] = [0, 0n, 0n];
  for (const { userId, workMicros } of accounts.values()) {
    const account = counted.get(userId);
    const dueMicros = workMicros - (account?.countedMicros ?? 0n);
    carriedNanosats += account?.carriedNanosats ?? 0n;
    if (dueMicros <= 0n) continue;
    open += 1;
    dueNanosats += least(worth(dueMicros, reference), personDailySats * days * NANOSATS_PER_SAT);
  }
  const due = least(dueNanosats, installationDailySats * days * NANOSATS_PER_SAT - paidNanosats);
  return { open, owedSats: mulDiv(due + carriedNanosats, 1n, NANOSATS_PER_SAT, "up") };
}

/** Returns the pay for the given duration at the pace of the last 24 hours. */
export async function workAhead(
  queryable: Queryable,
  { now, reference, waitHours }: WorkCountedAt,
  milliseconds: bigint,
): Promise<bigint> {
  const since = new Date(now.getTime() - Number(DAY_MS));
  const works = await workBetween(queryable, since, now);
  if (works.length === 0) return 0n;
  const { personDailySats, installationDailySats } = await payCapsAt(queryable, { now, waitHours });
  const aDay = works.reduce(
    (sum, { workMicros }) =>
      sum + least(worth(workMicros, reference), personDailySats * NANOSATS_PER_SAT),
    0n,
  );
  const capped = least(aDay, installationDailySats * NANOSATS_PER_SAT);
  return mulDiv(capped, milliseconds, DAY_MS * NANOSATS_PER_SAT, "up");
}

/**
 * Returns the number of UTC days that are not fully paid, and the amount already paid for the first
 * of them.
 */
async function daysBehind(
  queryable: Queryable,
  now: Date,
): Promise<{ days: bigint; paidNanosats: bigint }> {
  const newest = await newestPaidDay(queryable, now);
  if (newest === undefined) return { days: KEPT_DAYS, paidNanosats: 0n };
  const days = Math.ceil((now.getTime() - Date.parse(newest.day)) / Number(DAY_MS));
  return { days: BigInt(Math.max(1, days)), paidNanosats: newest.nanosats };
}

/** Days after which the pool deletes its slots. Older work can no longer be paid. */
const KEPT_DAYS = 90n;

/** Returns the value of work plus 10^-9 sat, so that it is never less than the sum of its parts. */
function worth(workMicros: bigint, terms: RewardTerms): bigint {
  return workNanosats(workMicros, terms) + 1n;
}

/**
 * Returns the smaller amount, but at least 0. An amount is negative if a lowered cap is below the
 * pay already made.
 */
function least(a: bigint, b: bigint): bigint {
  const less = a < b ? a : b;
  return less > 0n ? less : 0n;
}
