/** SQL statements that read payouts for measured work. */
import type { Queryable } from "#platform";
import type { WorkLine } from "./settle-work.ts";

export interface WorkPayoutRow {
  readonly id: string;
  readonly position: bigint;
  readonly number: number;
  readonly paidAt: Date;
  readonly carryBefore: bigint;
  readonly payoutSats: bigint;
  readonly carryAfter: bigint;
  readonly transferId: string | null;
}

/** Returns a user's payouts before the cursor position, newest first. */
export async function workPayoutsBefore(
  queryable: Queryable,
  {
    userId,
    before,
    limit,
  }: { readonly userId: string; readonly before: bigint; readonly limit: number },
): Promise<WorkPayoutRow[]> {
  return queryable.query<WorkPayoutRow>(
    `select id, position, number, paid_at as "paidAt", carry_before as "carryBefore", payout_sats as "payoutSats",
       carry_after as "carryAfter", transfer_id as "transferId"
     from mining_work_payouts where user_id = $1 and position < $2 order by position desc limit $3`,
    [userId, before, limit],
  );
}

export async function linesOfPayouts(
  queryable: Queryable,
  payoutIds: readonly string[],
): Promise<(WorkLine & { readonly payoutId: string })[]> {
  const rows = await queryable.query<{
    payoutId: string;
    day: string;
    referenceId: string;
    before: string;
    after: string;
    earned: string;
    unpaid: string;
  }>(
    `select payout_id as "payoutId", day::text as day, reference_id as "referenceId", work_before::text as before,
       work_after::text as after, earned_nanosats::text as earned, unpaid_nanosats::text as unpaid
     from mining_work_lines where payout_id = any($1) order by payout_id, line`,
    [payoutIds],
  );
  return rows.map(({ before, after, earned, unpaid, ...row }) => ({
    ...row,
    workBefore: BigInt(before),
    workAfter: BigInt(after),
    earnedNanosats: BigInt(earned),
    unpaidNanosats: BigInt(unpaid),
  }));
}

/** Returns the counted work of one UTC day and its earnings. */
export async function countedOfDay(
  queryable: Queryable,
  accountId: string,
  day: string,
): Promise<{ workMicros: bigint; earnedNanosats: bigint; unpaidNanosats: bigint }> {
  const [row] = await queryable.query<{ work: string; earned: string; unpaid: string }>(
    `select coalesce(sum(work_micros), 0)::text as work, coalesce(sum(earned_nanosats), 0)::text as earned,
       coalesce(sum(unpaid_nanosats), 0)::text as unpaid
     from mining_work_stretches where account_id = $1 and day = $2`,
    [accountId, day],
  );
  return {
    workMicros: BigInt(row?.work ?? 0),
    earnedNanosats: BigInt(row?.earned ?? 0),
    unpaidNanosats: BigInt(row?.unpaid ?? 0),
  };
}
