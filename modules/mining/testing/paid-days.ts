/** Sums users' pay over single payouts and compacted days, for compaction tests. */
import { miningApi } from "#api/mining";
import type { Database } from "#platform";
import { listStatements } from "../payouts/list-statements.ts";
import { presentStatement } from "../present-statement.ts";
import type { StatementJson } from "./statement-oracle.ts";

/** Returns sums per hash-rate source, with the first and the last carried fraction. */
export async function paidBySource(database: Database): Promise<unknown[]> {
  return database.query(
    `with payout as (
       select earner_id, user_id, p.number as first_number, p.number as last_number, from_at, to_at, carry_before, p.nanosats,
         payout_sats, carry_after, c.nanosats as power_nanosats, charged_sats, prepaid_before, prepaid_after
       from mining_payouts p left join mining_power_charges c on c.payout_id = p.id
       union all
       select earner_id, user_id, first_number, last_number, from_at, to_at, carry_before, nanosats, payout_sats, carry_after,
         power_nanosats, charged_sats, prepaid_before, prepaid_after from mining_daily_payouts
     )
     select earner_id, user_id, sum(last_number - first_number + 1)::int as payouts, max(last_number) as last, min(from_at) as from_at,
       max(to_at) as to_at, sum(nanosats)::text as nanosats, sum(payout_sats)::text as paid,
       sum(power_nanosats)::text as power, sum(charged_sats)::text as charged,
       (array_agg(carry_before order by first_number))[1] as brought, (array_agg(carry_after order by last_number desc))[1] as carried,
       (array_agg(prepaid_before order by first_number))[1] as prepaid_first,
       (array_agg(prepaid_after order by last_number desc))[1] as prepaid_last
     from payout group by earner_id, user_id order by earner_id`,
  );
}

/**
 * Returns the sums per user and UTC day, computed from the lines. `shown` is the stored daily sum
 * and must be equal.
 */
export async function earnedByDay(database: Database): Promise<unknown[]> {
  return database.query(
    `with line as (
       select user_id, s.from_at, s.to_at, s.nanosats, w.nanosats as power from mining_lines s
         join mining_payouts p on p.id = s.payout_id left join mining_power_lines w using (payout_id, line)
       union all
       select user_id, l.from_at, l.to_at, l.nanosats, l.power_nanosats from mining_daily_lines l
         join mining_daily_payouts f on f.id = l.payout_id
     )
     select user_id, (from_at at time zone 'UTC')::date::text as day, sum(nanosats)::text as nanosats, sum(power)::text as power,
       extract(epoch from sum(to_at - from_at))::text as seconds,
       (select d.nanosats::text from mining_days d where d.user_id = line.user_id
         and d.day = (line.from_at at time zone 'UTC')::date) as shown
     from line group by user_id, 2, shown order by user_id, day`,
  );
}

/** Returns a user's complete statement from the API, oldest first. `between` runs between pages. */
export async function statementOf(
  database: Database,
  userId: string,
  {
    limit = 100,
    between,
  }: { readonly limit?: number; readonly between?: () => Promise<void> } = {},
): Promise<StatementJson[]> {
  const items: StatementJson[] = [];
  let cursor: string | undefined;
  do {
    const page = await listStatements({ database }, { userId, limit, cursor });
    const shown = { items: page.items.map(presentStatement), nextCursor: page.nextCursor };
    items.push(...miningApi.listStatements.response.encode(shown).items);
    cursor = page.nextCursor ?? undefined;
    await between?.();
  } while (cursor !== undefined);
  return items.toReversed();
}
