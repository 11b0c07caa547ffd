/**
 * SQL statements for a user's statements: payouts with their lines, or the compacted days that
 * replaced the payouts. A single query reads payouts and compacted days, so that a reader never
 * sees a half-compacted day.
 */
import type { HashesPerSecond } from "#economics";
import type { Queryable } from "#platform";
import type { HashRateSourceKind } from "../accrual/hash-rate-sources-table.ts";

export interface StatementRow {
  readonly id: string;
  readonly position: bigint;
  readonly sourceId: string;
  readonly kind: HashRateSourceKind;
  readonly from: Date;
  readonly to: Date;
  /** 1 for a single payout, or the number of payouts in a compacted day. */
  readonly payouts: number;
  /** When the day was compacted. Null for a single payout. */
  readonly compactedAt: Date | null;
  readonly carryBefore: bigint;
  readonly payoutSats: bigint;
  readonly carryAfter: bigint;
  readonly transferId: string | null;
  /** Null unless the source is a rig. */
  readonly prepaidBefore: bigint | null;
  readonly chargedSats: bigint | null;
  readonly prepaidAfter: bigint | null;
  readonly powerTransferId: string | null;
}

export interface PeriodRow {
  readonly stretchFrom: Date;
  readonly segmentFrom: Date;
  readonly segmentTo: Date;
  readonly hashRate: HashesPerSecond;
  readonly referenceId: string;
  readonly nanosats: bigint;
  /** Null unless the source is a rig. */
  readonly watts: bigint | null;
  readonly usdPerKwh: string | null;
  readonly powerNanosats: bigint | null;
}

export interface StatementsBefore {
  readonly userId: string;
  /** Kind of hash-rate source. If undefined, all kinds are returned. */
  readonly kind: HashRateSourceKind | undefined;
  readonly before: bigint;
  readonly limit: number;
  /** Returns only the statement with this id, if set. */
  readonly id?: string | undefined;
}

const LINE = `stretch_from as "stretchFrom", from_at as "segmentFrom", to_at as "segmentTo", hash_rate as "hashRate",
  reference_id as "referenceId"`;

/** Earlier versions stored the transfer's id. Since then the payout's id contains it. */
const TRANSFER_ID =
  "coalesce(p.transfer_id, case when p.payout_sats > 0 then substr(p.id, 5)::uuid end)";

/**
 * Returns the statements before the cursor position, newest first, with one row per line. A
 * compacted day has the position of its first payout.
 */
export async function statementLinesBefore(
  queryable: Queryable,
  { userId, kind, before, limit, id }: StatementsBefore,
): Promise<(StatementRow & PeriodRow)[]> {
  return queryable.query<StatementRow & PeriodRow>(
    `with payout as (
       (select p.id, position, earner_id as "sourceId", kind, from_at as "from", to_at as "to", 1 as payouts,
          null::timestamptz as "compactedAt", carry_before as "carryBefore", payout_sats as "payoutSats", carry_after as "carryAfter",
          ${TRANSFER_ID} as "transferId", c.prepaid_before as "prepaidBefore", c.charged_sats as "chargedSats",
          c.prepaid_after as "prepaidAfter", c.transfer_id as "powerTransferId"
        from mining_payouts p join mining_earners e on e.id = p.earner_id
          left join mining_power_charges c on c.payout_id = p.id
        where p.user_id = $1 and position < $2 and ($4::text is null or kind = $4) and ($5::text is null or p.id = $5) order by position desc limit $3)
       union all
       (select f.id, position, earner_id, kind, from_at, to_at, last_number - first_number + 1, compacted_at, carry_before,
          payout_sats, carry_after, null, prepaid_before, f.charged_sats, prepaid_after, null
        from mining_daily_payouts f join mining_earners e on e.id = f.earner_id
        where f.user_id = $1 and position < $2 and ($4::text is null or kind = $4) and ($5::text is null or f.id = $5) order by position desc limit $3)
       order by position desc limit $3
     )
     select payout.*, line.* from payout cross join lateral (
       select s.line, ${LINE}, s.nanosats, w.watts, trim_scale(w.usd_per_kwh)::text as "usdPerKwh", w.nanosats as "powerNanosats"
       from mining_lines s left join mining_power_lines w using (payout_id, line)
       where payout."compactedAt" is null and payout_id = payout.id
       union all
       select line, ${LINE}, nanosats, watts, trim_scale(usd_per_kwh)::text, power_nanosats
       from mining_daily_lines where payout."compactedAt" is not null and payout_id = payout.id
     ) line order by position desc, line`,
    [userId, before, limit, kind ?? null, id ?? null],
  );
}
