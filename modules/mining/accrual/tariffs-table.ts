/**
 * SQL statements for users' own electricity prices. Rows are never changed or deleted. Each price
 * applies from its date until the next price.
 */
import { formatScaled, parseScaled } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Tariff } from "./accrual-periods.ts";

const TARIFF_DECIMALS = 6;

/** Returns the tariff in force at `from`, if any, and all later tariffs, oldest first. */
export async function tariffsFrom(
  queryable: Queryable,
  userId: string,
  from: Date,
): Promise<readonly Tariff[]> {
  return (await tariffsOfUsers(queryable, new Map([[userId, from]]))).get(userId) ?? [];
}

/**
 * Batch version of `tariffsFrom`, with a separate start time per user. The map omits users without
 * a tariff.
 */
export async function tariffsOfUsers(
  queryable: Queryable,
  fromOf: ReadonlyMap<string, Date>,
): Promise<ReadonlyMap<string, readonly Tariff[]>> {
  const rows = await queryable.query<Tariff & { readonly userId: string }>(
    `select t.user_id as "userId", usd_per_kwh::text as "usdPerKwh", valid_from as "validFrom"
     from unnest($1::uuid[], $2::timestamptz[]) as u(user_id, since)
       join mining_tariffs t on t.user_id = u.user_id and t.valid_from >= coalesce(
         (select max(valid_from) from mining_tariffs where user_id = u.user_id and valid_from <= u.since), u.since)
     order by valid_from`,
    [[...fromOf.keys()], [...fromOf.values()]],
  );
  const tariffs = rows.map(({ userId, usdPerKwh, validFrom }) => ({
    userId,
    usdPerKwh: formatScaled(parseScaled(usdPerKwh, TARIFF_DECIMALS), TARIFF_DECIMALS),
    validFrom,
  }));
  return Map.groupBy(tariffs, ({ userId }) => userId);
}

/** Returns the number of tariffs that begin after `from`. */
export async function countTariffsAfter(
  queryable: Queryable,
  userId: string,
  from: Date,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from mining_tariffs where user_id = $1 and valid_from > $2",
    [userId, from],
  );
  return row?.count ?? 0;
}

export async function insertTariff(
  tx: DatabaseTransaction,
  userId: string,
  { usdPerKwh, validFrom }: Tariff,
): Promise<void> {
  await tx.query(
    "insert into mining_tariffs (user_id, usd_per_kwh, valid_from) values ($1, $2, $3)",
    [userId, usdPerKwh, validFrom],
  );
}
