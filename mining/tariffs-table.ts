/** SQL of the users' own prices of electricity. Rows only grow; each concerns the time from its date on. */
import { formatScaled, parseScaled } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Tariff } from "./segments.ts";

const TARIFF_DECIMALS = 6;

/** Oldest first. */
export async function tariffsOf(queryable: Queryable, userId: string): Promise<Tariff[]> {
  const rows = await queryable.query<Tariff>(
    `select usd_per_kwh::text as "usdPerKwh", valid_from as "validFrom" from mining_tariffs
     where user_id = $1 order by valid_from`,
    [userId],
  );
  return rows.map(({ usdPerKwh, validFrom }) => ({
    usdPerKwh: formatScaled(parseScaled(usdPerKwh, TARIFF_DECIMALS), TARIFF_DECIMALS),
    validFrom,
  }));
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
