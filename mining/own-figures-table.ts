/**
 * SQL of the figures of one user's mining, in one statement, with what else there is to be read of
 * them: few have a boost, a rig or a tariff of their own.
 */
import type { HashesPerSecond } from "#economics";
import type { Queryable } from "#platform";

export interface OwnFigures {
  /** Null while mining is switched off. */
  readonly miningSince: Date | null;
  /** Of contracts and rigs that run now. */
  readonly hashRate: HashesPerSecond;
  /** Of the same, decimal text. */
  readonly powerKw: string;
  /** Of all contracts, boosts and rigs, ended ones included, and of measured work. */
  readonly earnedSats: bigint;
  /** Power counts as paid; what a sale brought is taken off. */
  readonly paidSats: bigint;
  readonly hasContracts: boolean;
  /** That are not sold. */
  readonly hasRigs: boolean;
  /** One that runs now. */
  readonly hasBoost: boolean;
  /** Of their own. */
  readonly hasTariff: boolean;
}

const RUNS = `kind <> 'boost' and closed_at is null and r.stopped_at is null
  and (ends_at is null or ends_at > $2)`;

export async function ownFigures(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<OwnFigures> {
  const [row] = await queryable.query<OwnFigures>(
    `select (select mining_since from mining_miners where user_id = $1) as "miningSince",
       exists (select from mining_tariffs where user_id = $1 and valid_from <= $2) as "hasTariff",
       coalesce(sum(hash_rate) filter (where ${RUNS}), 0)::bigint as "hashRate",
       trim_scale(coalesce(sum(coalesce(c.power_kw, r.power_watts / 1000.0)) filter (where ${RUNS}), 0))::text as "powerKw",
       (coalesce(sum(posted_sats), 0)
         + coalesce((select posted_sats from mining_work_accounts where user_id = $1), 0))::bigint as "earnedSats",
       coalesce(sum(paid_sats + coalesce(r.charged_sats, 0) - coalesce(r.proceeds_sats, 0)), 0)::bigint as "paidSats",
       coalesce(bool_or(kind = 'contract'), false) as "hasContracts",
       coalesce(bool_or(kind = 'rig' and closed_at is null), false) as "hasRigs",
       coalesce(bool_or(kind = 'boost' and ends_at > $2), false) as "hasBoost"
     from mining_earners e left join mining_contracts c on c.id = e.id left join mining_rigs r on r.id = e.id
     where user_id = $1`,
    [userId, now],
  );
  if (!row) throw new Error("a sum has a row");
  return row;
}
