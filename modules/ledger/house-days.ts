/**
 * What users own together at the end of each day, and what came in and went out, from the short
 * history of the accounts that are nobody's: the two sides of the books are opposite, so a few
 * accounts tell it whatever the number of users.
 */
import type { Queryable } from "#platform";
import { codeName, type TransferCode } from "./codes.ts";

const STEPS = 200_000;

export interface HouseDay {
  /** UTC, `2026-03-01`. */
  readonly day: string;
  /** What all users together owned when it ended, available and held; of today: now. */
  readonly usersSats: bigint;
  /** What moved the chain's account, by code: positive left us, negative came in. */
  readonly chain: ReadonlyMap<TransferCode, bigint>;
}

/**
 * Brings the short history up to now. Cheap when it was done a moment ago; a long history is
 * counted once, in pieces.
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

/** One per UTC day, the last is the day of `until`. */
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
