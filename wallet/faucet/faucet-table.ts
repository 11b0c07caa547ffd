/** What the faucet gave to each user, and to each network, on each UTC day. */
import type { DatabaseTransaction, Queryable } from "#platform";

const DAY_MS = 86_400_000;

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

/**
 * Adds to what these networks were given on the day, each once in the list; false when that would
 * pass the limit of one of them. To be undone with the transaction.
 */
export async function takeForNetworks(
  tx: DatabaseTransaction,
  given: ReadonlyMap<string, bigint>,
  { day, networkSats }: { readonly day: string; readonly networkSats: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into wallet_faucet_networks as n (network, day, given_sats)
     select network, $3::date, sats from unnest($1::text[], $2::bigint[]) as given(network, sats)
     where sats <= $4::bigint order by network
     on conflict (network, day) do update set given_sats = n.given_sats + excluded.given_sats
       where n.given_sats + excluded.given_sats <= $4::bigint
     returning 1`,
    [[...given.keys()], [...given.values()], day, networkSats],
  );
  return rows.length === given.size;
}

export async function givenToNetworkSats(
  queryable: Queryable,
  network: string,
  day: string,
): Promise<bigint> {
  const [row] = await queryable.query<{ givenSats: bigint }>(
    `select given_sats as "givenSats" from wallet_faucet_networks where network = $1 and day = $2`,
    [network, day],
  );
  return row?.givenSats ?? 0n;
}

/** Who was where is of no use when the day is over, by the clock of any process. */
export async function sweepFaucet(database: Queryable, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  await database.query("delete from wallet_faucet_networks where day < $1", [yesterday]);
}
