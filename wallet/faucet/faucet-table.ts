/** What the faucet gave to each user on each UTC day. */
import type { Queryable } from "#platform";

/**
 * Adds to the day's total unless that would pass the limit or the last grant was after `notAfter`.
 * Concurrent requests wait for the row.
 */
export async function takeAllowance(
  queryable: Queryable,
  grant: {
    readonly userId: string;
    readonly day: string;
    readonly amountSats: bigint;
    readonly dailySats: bigint;
    readonly now: Date;
    /** Null: there is no pause between grants. */
    readonly notAfter: Date | null;
  },
): Promise<boolean> {
  const rows = await queryable.query(
    `insert into wallet_faucet_days as d (user_id, day, given_sats, last_given_at)
     select $1, $2, $3::bigint, $5::timestamptz where $3::bigint <= $4::bigint
     on conflict (user_id, day) do update
       set given_sats = d.given_sats + excluded.given_sats,
         last_given_at = greatest(d.last_given_at, excluded.last_given_at)
       where d.given_sats + excluded.given_sats <= $4::bigint
         and ($6::timestamptz is null or d.last_given_at is null or d.last_given_at <= $6)
     returning 1`,
    [grant.userId, grant.day, grant.amountSats, grant.dailySats, grant.now, grant.notAfter],
  );
  return rows.length === 1;
}

export async function givenSats(
  queryable: Queryable,
  userId: string,
  day: string,
): Promise<bigint> {
  const [row] = await queryable.query<{ givenSats: bigint }>(
    `select given_sats as "givenSats" from wallet_faucet_days where user_id = $1 and day = $2`,
    [userId, day],
  );
  return row?.givenSats ?? 0n;
}

export async function lastGivenAt(queryable: Queryable, userId: string): Promise<Date | undefined> {
  const [row] = await queryable.query<{ at: Date | null }>(
    "select max(last_given_at) as at from wallet_faucet_days where user_id = $1",
    [userId],
  );
  return row?.at ?? undefined;
}
