/**
 * Reads accounts as they were at a time: balance and open trades. Alerts on an account are
 * evaluated with the state that applied at each tick, also when the ticks are evaluated later.
 */
import type { Trade } from "#market";
import { numberArray, uuidArray, type Queryable } from "#platform";
import { openTradesAt } from "../marks/equity-marks-table.ts";

export interface AccountThen {
  readonly balanceCents: bigint;
  readonly trades: readonly Trade[];
  /** Number of the account's last event at that time. */
  readonly lastEvent: number;
  /** True if a season has ended and the next one has no events yet. */
  readonly isBetweenSeasons: boolean;
}

/** Returns the states at a time. An account without events is empty. */
export async function accountsAtTime(
  queryable: Queryable,
  userIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, AccountThen>> {
  if (userIds.length === 0) return new Map();
  const [balances, trades] = await Promise.all([
    queryable.query<{ userId: string; id: number; type: string; balanceCents: bigint }>(
      `select owner.user_id as "userId", last.id, last.type, last.balance_cents as "balanceCents"
       from unnest($1::uuid[]) as owner(user_id) cross join lateral (
         select id, type, balance_cents from forex_transactions
         where user_id = owner.user_id and at <= $2 order by id desc limit 1) last`,
      [uuidArray(userIds), at],
    ),
    openTradesAt(queryable, userIds, at),
  ]);
  const balanceOf = new Map(balances.map((row) => [row.userId, row]));
  const tradesOf = Map.groupBy(trades, ({ userId }) => userId);
  return new Map(
    userIds.map((userId) => [
      userId,
      {
        balanceCents: balanceOf.get(userId)?.balanceCents ?? 0n,
        lastEvent: balanceOf.get(userId)?.id ?? 0,
        isBetweenSeasons: balanceOf.get(userId)?.type === "SEASON_END",
        trades: tradesOf.get(userId) ?? [],
      },
    ]),
  );
}

export interface AccountEvent {
  readonly userId: string;
  readonly id: number;
  readonly at: Date;
}

/** Maximum number of events that are read at once. */
export const EVENTS_MAX = 5_000;

/**
 * Returns events of these accounts after the given numbers until a time, oldest first. Later events
 * remain if there are `EVENTS_MAX`.
 */
export async function eventsSince(
  queryable: Queryable,
  known: ReadonlyMap<string, number>,
  until: Date,
): Promise<AccountEvent[]> {
  if (known.size === 0) return [];
  return queryable.query<AccountEvent>(
    `select event.user_id as "userId", event.id, event.at
     from unnest($1::uuid[], $2::int[]) as known(user_id, id) cross join lateral (
       select user_id, id, at from forex_transactions
       where user_id = known.user_id and id > known.id order by id limit $4) event
     where event.at <= $3 order by event.at, event.id limit $4`,
    [uuidArray([...known.keys()]), numberArray([...known.values()]), until, EVENTS_MAX],
  );
}
