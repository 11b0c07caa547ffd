/**
 * SQL statements for daily totals of faucet grants (UTC): per user, per network, and for all users
 * together.
 */
import { deleteInBatches, numberArray, textArray, uuidArray, type Queryable } from "#platform";

const DAY_MS = 86_400_000;

export interface Given {
  readonly sats: bigint;
  readonly lastAt: Date | null;
}

/**
 * Returns each user's total of that day and the time of the user's last grant on any day. Users
 * without a grant are omitted.
 */
export async function givenTo(
  queryable: Queryable,
  userIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, Given>> {
  const rows = await queryable.query<Given & { userId: string }>(
    `select user_id as "userId", coalesce(sum(given_sats) filter (where day = $2), 0)::bigint as sats,
       max(last_given_at) as "lastAt"
     from wallet_faucet_days where user_id = any((select $1::uuid[])::uuid[]) group by user_id`,
    [uuidArray(userIds), day],
  );
  return new Map(rows.map(({ userId, ...grants }) => [userId, grants]));
}

export interface Taking {
  readonly day: string;
  readonly now: Date;
  readonly dailySats: bigint;
  /** Latest permitted time of the user's previous grant; null if no pause applies. */
  readonly notAfter: Date | null;
}

/**
 * Adds the amounts to the users' totals of the day. Returns false and adds nothing if a total would
 * exceed its limit or a user's last grant was after `notAfter`. Locks the rows, so that concurrent
 * requests wait.
 */
export async function takeForUsers(
  queryable: Queryable,
  wanted: ReadonlyMap<string, bigint>,
  { day, now, dailySats, notAfter }: Taking,
): Promise<boolean> {
  const rows = await queryable.query(
    `insert into wallet_faucet_days as d (user_id, day, given_sats, last_given_at)
     select user_id, $3::date, sats, $5::timestamptz from unnest($1::uuid[], $2::bigint[]) as wanted(user_id, sats)
     where sats <= $4::bigint order by user_id
     on conflict (user_id, day) do update
       set given_sats = d.given_sats + excluded.given_sats,
         last_given_at = greatest(d.last_given_at, excluded.last_given_at)
       where d.given_sats + excluded.given_sats <= $4::bigint
         and ($6::timestamptz is null or d.last_given_at is null or d.last_given_at <= $6)
     returning 1`,
    [
      uuidArray([...wanted.keys()]),
      numberArray([...wanted.values()]),
      day,
      dailySats,
      now,
      notAfter,
    ],
  );
  return rows.length === wanted.size;
}

/** Returns each network's total of that day. Networks without a grant are omitted. */
export async function givenToNetworks(
  queryable: Queryable,
  networks: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await queryable.query<{ network: string; sats: bigint }>(
    `select network, given_sats as sats from wallet_faucet_networks
     where network = any((select $1::text[])::text[]) and day = $2`,
    [textArray(networks), day],
  );
  return new Map(rows.map(({ network, sats }) => [network, sats]));
}

export interface SharedTaking {
  readonly sats: bigint;
  readonly limitSats: bigint;
}

/**
 * Like `takeForUsers`, for the totals of networks and the installation, each with its own limit.
 */
export async function takeForNetworks(
  queryable: Queryable,
  wanted: ReadonlyMap<string, SharedTaking>,
  day: string,
): Promise<boolean> {
  const takings = [...wanted.values()];
  const rows = await queryable.query(
    `insert into wallet_faucet_networks as n (network, day, given_sats)
     select network, $3::date, sats from unnest($1::text[], $2::bigint[], $4::bigint[]) as wanted(network, sats, limit_sats)
     where sats <= limit_sats order by network
     on conflict (network, day) do update set given_sats = n.given_sats + excluded.given_sats
       where n.given_sats + excluded.given_sats <= (
         select limit_sats from unnest($1::text[], $4::bigint[]) as wanted(network, limit_sats)
         where wanted.network = n.network)
     returning 1`,
    [
      textArray([...wanted.keys()]),
      numberArray(takings.map(({ sats }) => sats)),
      day,
      numberArray(takings.map(({ limitSats }) => limitSats)),
    ],
  );
  return rows.length === wanted.size;
}

/**
 * Deletes network totals of past days. Keeps the most recent ones, because the clocks of processes
 * may differ.
 */
export async function sweepFaucet(database: Queryable, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  await deleteInBatches(database, "wallet_faucet_networks", {
    where: "day < $1",
    values: [yesterday],
  });
}
