/**
 * SQL statement for one user's mining figures. Its flags tell the caller which further queries to
 * skip, because few users have a boost, a rig or a tariff.
 */
import type { HashesPerSecond } from "#economics";
import { batchReads, rowsByPlace, timeArray, uuidArray, type Queryable } from "#platform";
import { referenceIdSql } from "#treasury";
import { accruedSatsSql } from "./payouts/accrued-sats-sql.ts";

export interface OwnFigures {
  /** Null while mining is switched off. */
  readonly miningSince: Date | null;
  /** Total hash rate of running contracts and rigs. */
  readonly hashRate: HashesPerSecond;
  /** Total power of running contracts and rigs in kW, as decimal text. */
  readonly powerKw: string;
  /** Earnings of all contracts, boosts and rigs, including ended ones. */
  readonly modelledSats: bigint;
  /** `modelledSats` plus the earnings from measured work. */
  readonly earnedSats: bigint;
  /** Purchase prices plus charged power minus the proceeds of sold rigs. */
  readonly paidSats: bigint;
  /** True if the user owns a rig. Sold rigs are excluded. */
  readonly hasRigs: boolean;
  readonly hasBoost: boolean;
  /** True if a boost ended on the current UTC day. */
  readonly hasEndedBoost: boolean;
  readonly hasTariff: boolean;
  /** Accrued earnings, or `NOT_IN_SQL`. */
  readonly accruedSats: bigint;
  readonly referenceId: string | null;
  /**
   * Days with earnings within the last 31 UTC days, oldest first. Amounts are in 10^-9 sat, as
   * decimal text.
   */
  readonly days: readonly (readonly [date: string, nanosats: string])[];
}

interface FiguresRequest {
  readonly userId: string;
  readonly now: Date;
}

const RUNS = `kind <> 'boost' and closed_at is null and r.stopped_at is null
  and (ends_at is null or ends_at > asked.moment)`;

const DAYS_BACK = 30;

const FIGURES = `select asked.place::int, ${referenceIdSql("asked.moment")} as "referenceId",
    (select mining_since from mining_miners where user_id = asked.user_id) as "miningSince",
    ${accruedSatsSql("asked.user_id", "asked.moment")} as "accruedSats",
    exists (select from mining_tariffs where user_id = asked.user_id and valid_from <= asked.moment) as "hasTariff",
    sums."hashRate", sums."powerKw", sums."paidSats", sums."hasRigs", sums."hasBoost", sums."hasEndedBoost",
    (select coalesce(json_agg(array[to_char(day, 'YYYY-MM-DD'), nanosats::text] order by day), '[]') from mining_days
      where user_id = asked.user_id and day >= (asked.moment at time zone 'utc')::date - ${DAYS_BACK}) as days,
    sums.posted as "modelledSats", (sums.posted + coalesce((select posted_sats from mining_work_accounts where user_id = asked.user_id), 0))::bigint as "earnedSats"
  from unnest((select $1::uuid[]), $2::timestamptz[]) with ordinality as asked(user_id, moment, place), lateral (
    select coalesce(sum(hash_rate) filter (where ${RUNS}), 0)::bigint as "hashRate",
      trim_scale(coalesce(sum(coalesce(c.power_kw, r.power_watts / 1000.0)) filter (where ${RUNS}), 0))::text as "powerKw",
      coalesce(sum(posted_sats), 0)::bigint as posted,
      coalesce(sum(paid_sats + coalesce(r.charged_sats, 0) - coalesce(r.proceeds_sats, 0)), 0)::bigint as "paidSats",
      coalesce(bool_or(kind = 'rig' and closed_at is null), false) as "hasRigs",
      coalesce(bool_or(kind = 'boost' and ends_at > asked.moment), false) as "hasBoost",
      coalesce(bool_or(kind = 'boost' and ends_at <= asked.moment and ends_at > date_trunc('day', asked.moment, 'utc')), false) as "hasEndedBoost"
    from mining_earners e left join mining_contracts c on c.id = e.id left join mining_rigs r on r.id = e.id
    where e.user_id = asked.user_id) as sums`;

const readFigures = batchReads(async (queryable, requests: readonly FiguresRequest[]) =>
  rowsByPlace(
    requests,
    await queryable.query<OwnFigures & { readonly place: number }>(FIGURES, [
      uuidArray(requests.map(({ userId }) => userId)),
      timeArray(requests.map(({ now }) => now)),
    ]),
  ),
);

export async function ownFigures(
  queryable: Queryable,
  request: FiguresRequest,
): Promise<OwnFigures> {
  const row = await readFigures(queryable, request);
  if (!row) throw new Error("the query returned no row");
  return row;
}
