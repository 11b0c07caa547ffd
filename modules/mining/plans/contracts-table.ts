/**
 * SQL statements for contracts and boosts as users see them: the hash-rate source together with its
 * purchase details.
 */
import type { HashesPerSecond } from "#economics";
import {
  batchReads,
  listsByPlace,
  numberArray,
  textArray,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";

interface Purchase {
  readonly id: string;
  readonly hashRate: HashesPerSecond;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly referenceId: string;
  readonly paidSats: bigint;
  readonly paidCents: bigint;
  readonly postedSats: bigint;
}

export interface Contract extends Purchase {
  readonly planId: string;
  readonly name: string;
  /** Power in kW as decimal text. */
  readonly powerKw: string;
  /**
   * Fraction of a satoshi left at the end of the contract, in 10^-9 sat. Null while the contract
   * runs.
   */
  readonly remainderNanosats: bigint | null;
}

export interface Boost extends Purchase {
  /** The multiplier times 10: 25 means 2.5x. */
  readonly multiplierTenths: number;
}

const PURCHASE = `e.id, e.hash_rate as "hashRate", e.starts_at as "startsAt", e.ends_at as "endsAt",
  e.reference_id as "referenceId", e.paid_sats as "paidSats", e.paid_cents as "paidCents", e.posted_sats as "postedSats"`;
const CONTRACTS = `select ${PURCHASE}, c.plan_id as "planId", c.name, trim_scale(c.power_kw)::text as "powerKw",
  e.remainder_nanosats as "remainderNanosats"
  from mining_contracts c join mining_earners e using (id)`;
const BOOSTS = `select ${PURCHASE}, b.multiplier_tenths as "multiplierTenths"
  from mining_boosts b join mining_earners e using (id)`;
const SHOWN_MAX = 100;

export async function insertContracts(
  tx: DatabaseTransaction,
  contracts: readonly Pick<Contract, "id" | "planId" | "name" | "powerKw">[],
): Promise<void> {
  await tx.query(
    `insert into mining_contracts (id, plan_id, name, power_kw)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[])`,
    [
      textArray(contracts.map(({ id }) => id)),
      textArray(contracts.map(({ planId }) => planId)),
      textArray(contracts.map(({ name }) => name)),
      numberArray(contracts.map(({ powerKw }) => powerKw)),
    ],
  );
}

export async function insertBoost(
  tx: DatabaseTransaction,
  id: string,
  tenths: bigint,
): Promise<void> {
  await tx.query("insert into mining_boosts (id, multiplier_tenths) values ($1, $2)", [id, tenths]);
}

const CONTRACTS_OF_ASKED = `select asked.place::int, own.*
  from unnest((select $1::uuid[])) with ordinality as asked(user_id, place), lateral (
    ${CONTRACTS} where e.user_id = asked.user_id order by e.ends_at desc, e.id desc
    fetch first ${SHOWN_MAX} rows only) as own
  order by asked.place, own."endsAt" desc, own.id desc`;

/** Returns a user's 100 contracts with the latest end times, latest first. */
export const contractsOf = batchReads(async (queryable, userIds: readonly string[]) =>
  listsByPlace(
    userIds,
    await queryable.query<Contract & { readonly place: number }>(CONTRACTS_OF_ASKED, [
      uuidArray(userIds),
    ]),
  ),
);

/**
 * Returns the total hash rate, and the total power in kW as decimal text, of a user's contracts and
 * rigs that run at `now`.
 */
export async function runningTotals(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<{ readonly hashRate: HashesPerSecond; readonly powerKw: string }> {
  const [row] = await queryable.query<{ hashRate: HashesPerSecond; powerKw: string }>(
    `select coalesce(sum(hash_rate), 0)::bigint as "hashRate", trim_scale(coalesce(sum(coalesce(power_kw, power_watts / 1000.0)), 0))::text as "powerKw"
     from mining_earners left join mining_contracts using (id) left join mining_rigs r using (id)
     where user_id = $1 and kind <> 'boost' and closed_at is null and r.stopped_at is null
       and (ends_at is null or ends_at > $2)`,
    [userId, now],
  );
  if (!row) throw new Error("the query returned no row");
  return row;
}

/** Returns the boosts that ended on the UTC day of `now`, latest first. */
export async function boostsEndedOnDay(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<Boost[]> {
  return queryable.query<Boost>(
    `${BOOSTS} where e.user_id = $1 and e.ends_at <= $2 and e.ends_at > date_trunc('day', $2::timestamptz, 'utc')
     order by e.ends_at desc, e.id desc`,
    [userId, now],
  );
}

/** Returns the boost that runs at `now`, if any. Only one boost can run at a time. */
export async function runningBoost(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<Boost | undefined> {
  const [boost] = await queryable.query<Boost>(
    `${BOOSTS} where e.user_id = $1 and e.ends_at > $2 order by e.ends_at desc limit 1`,
    [userId, now],
  );
  return boost;
}
