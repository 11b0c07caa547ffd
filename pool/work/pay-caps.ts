/** Most that measured work is paid in a UTC day, as administrators post it. */
import type { Queryable } from "#platform";

export interface PayCaps {
  readonly personDailySats: bigint;
  readonly installationDailySats: bigint;
}

/** Those in force at `now`. */
export async function payCapsAt(queryable: Queryable, now: Date): Promise<PayCaps> {
  const [row] = await queryable.query<{ person: string; installation: string }>(
    `select terms->>'personDaily' as person, terms->>'installationDaily' as installation from pool_terms
     where subject = 'pay' and valid_from <= $1 order by valid_from desc limit 1`,
    [now],
  );
  if (!row) throw new Error("no caps of pay");
  return {
    personDailySats: BigInt(row.person),
    installationDailySats: BigInt(row.installation),
  };
}
