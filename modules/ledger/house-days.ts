/**
 * Computes the users' total balance at the end of each day, and the daily deposits and withdrawals.
 * All accounts sum to zero, so the users' total is the negative of all other balances and can be
 * computed from the few accounts without a user.
 */
import type { Queryable } from "#platform";
import { codeName, type TransferCode } from "./codes.ts";

const STEPS = 200_000;

export interface HouseDay {
  /** UTC date such as `2026-03-01`. */
  readonly day: string;
  /** The users' total at the end of the day, available plus held. For today, the current total. */
  readonly usersSats: bigint;
  /**
   * Sum of the chain account's transfers by code. Withdrawals are positive and deposits negative.
   */
  readonly chain: ReadonlyMap<TransferCode, bigint>;
}

/**
 * Counts the transfers since the last call. The first call counts a long history in batches. Later
 * calls are fast, because few transfers are new.
 */
export async function countHouseDays(queryable: Queryable): Promise<void> {
  for (;;) {
    const [row] = await queryable.query<{ left: bigint }>(
      "select ledger_count_house_days($1) as left",
      [STEPS],
    );
    if (row === undefined || row.left === 0n) return;
  }
}

/** Returns one entry per UTC day. The last entry is the day of `until`. */
export async function houseDays(
  queryable: Queryable,
  { days, until }: { readonly days: number; readonly until: Date },
): Promise<HouseDay[]> {
  await countHouseDays(queryable);
  const rows = await queryable.query<{ day: string; name: string; code: number; amount: bigint }>(
    `select d.day::text as day, case a.name when 'chain' then 'chain' else '' end as name,
       case a.name when 'chain' then d.code else 0 end as code, sum(d.amount)::bigint as amount
     from ledger_accounts a join ledger_days d on d.account = a.id
     where a.user_id is null and a.asset = 1 group by 1, 2, 3 order by 1`,
  );
  const shown = lastDays(until, days);
  return shown.map((day) => ({
    day,
    usersSats: -rows.reduce((sum, row) => (row.day <= day ? sum + row.amount : sum), 0n),
    chain: new Map(
      rows
        .filter((row) => row.name === "chain" && row.day === day)
        .map(({ code, amount }) => [codeName(code), amount]),
    ),
  }));
}

const DAY_MS = 86_400_000;

function lastDays(until: Date, days: number): string[] {
  return Array.from({ length: days }, (_, index) =>
    new Date(until.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
