/**
 * SQL statements for positions and their reserved days. A position's row lock serialises all
 * changes to it.
 */
import type { BasisPoints } from "#economics";
import {
  batchReads,
  numberArray,
  textArray,
  timeArray,
  userLock,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { LockedDays } from "./locked-days.ts";

export interface Position {
  readonly id: string;
  readonly userId: string;
  readonly productId: string;
  readonly principalSats: bigint;
  /** Rate at the opening. */
  readonly apy: BasisPoints;
  readonly openedAt: Date;
  /** Null for a flexible product, which has no term. */
  readonly endsAt: Date | null;
  readonly lockedDays: number;
  readonly lockedSats: bigint;
  readonly holdId: string;
  readonly state: "open" | "matured" | "closed";
  readonly outcome: "paid" | "left" | null;
  readonly closedAt: Date | null;
  readonly paidSats: bigint | null;
}

const POSITION = `id, user_id as "userId", product_id as "productId", principal_sats as "principalSats",
  apy_basis_points as apy, opened_at as "openedAt", ends_at as "endsAt", locked_days as "lockedDays",
  locked_sats as "lockedSats", hold_id as "holdId", state, outcome, closed_at as "closedAt", paid_sats as "paidSats"`;
const SHOWN_CLOSED_MAX = 100;

export type NewPosition = Omit<Position, "state" | "outcome" | "closedAt" | "paidSats">;

export async function insertPositions(
  tx: DatabaseTransaction,
  positions: readonly NewPosition[],
): Promise<void> {
  await tx.query(
    `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at, ends_at,
       locked_days, locked_sats, hold_id)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::integer[], $6::timestamptz[],
       $7::timestamptz[], $8::integer[], $9::bigint[], $10::uuid[])`,
    [
      textArray(positions.map(({ id }) => id)),
      uuidArray(positions.map(({ userId }) => userId)),
      textArray(positions.map(({ productId }) => productId)),
      numberArray(positions.map(({ principalSats }) => principalSats)),
      numberArray(positions.map(({ apy }) => apy)),
      timeArray(positions.map(({ openedAt }) => openedAt)),
      timeArray(positions.map(({ endsAt }) => endsAt)),
      numberArray(positions.map(({ lockedDays }) => lockedDays)),
      numberArray(positions.map(({ lockedSats }) => lockedSats)),
      uuidArray(positions.map(({ holdId }) => holdId)),
    ],
  );
}

/** Inserts runs of days that were reserved together. */
export async function insertLockedDays(
  tx: DatabaseTransaction,
  days: readonly (LockedDays & { readonly positionId: string })[],
  lockedAt: Date,
): Promise<void> {
  await tx.query(
    `insert into earn_locked_days (position_id, from_day, to_day, apy_basis_points, locked_at)
     select position_id, from_day, to_day, apy, $5::timestamptz
     from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[]) as d(position_id, from_day, to_day, apy)`,
    [
      textArray(days.map(({ positionId }) => positionId)),
      numberArray(days.map(({ fromDay }) => fromDay)),
      numberArray(days.map(({ toDay }) => toDay)),
      numberArray(days.map(({ apy }) => apy)),
      lockedAt,
    ],
  );
}

/** Returns the reserved days of several positions, oldest first for each position. */
export async function lockedDaysOf(
  queryable: Queryable,
  positionIds: readonly string[],
): Promise<Map<string, LockedDays[]>> {
  const rows = await queryable.query<LockedDays & { positionId: string }>(
    `select position_id as "positionId", from_day as "fromDay", to_day as "toDay", apy_basis_points as apy
     from earn_locked_days where position_id = any((select $1::text[])::text[]) order by position_id, from_day`,
    [textArray(positionIds)],
  );
  return Map.groupBy(rows, ({ positionId }) => positionId);
}

/**
 * Returns the reserved days of one position, oldest first. Concurrent calls share one SQL
 * statement.
 */
export const daysLockedBy = batchReads(async (queryable, positionIds: readonly string[]) => {
  const locked = await lockedDaysOf(queryable, positionIds);
  return positionIds.map((id) => locked.get(id) ?? []);
});

/**
 * Locks the position until the end of the transaction. Read the clock only after the lock is held.
 */
export async function lockPosition(
  tx: DatabaseTransaction,
  id: string,
): Promise<Position | undefined> {
  const [position] = await tx.query<Position>(
    `select ${POSITION} from earn_positions where id = $1 for update`,
    [id],
  );
  return position;
}

/** Returns all open positions and the last 100 closed positions, newest first. */
export async function positionsOf(queryable: Queryable, userId: string): Promise<Position[]> {
  return queryable.query<Position>(
    `(select ${POSITION}, position from earn_positions where user_id = $1 and state <> 'closed')
     union all
     (select ${POSITION}, position from earn_positions where user_id = $1 and state = 'closed'
      order by position desc limit $2)
     order by position desc`,
    [userId, SHOWN_CLOSED_MAX],
  );
}

/** Returns the users' positions that are not closed. */
export async function unclosedPositions(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<Position[]> {
  return queryable.query<Position>(
    `select ${POSITION} from earn_positions
     where user_id = any((select $1::uuid[])::uuid[]) and state <> 'closed'`,
    [uuidArray(userIds)],
  );
}

/**
 * Returns the positions before the cursor, newest first, including closed positions. A position is
 * before the cursor if it was opened earlier, or at the same time with a smaller id.
 */
export async function positionsBefore(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly before: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Position[]> {
  const { userId, before, limit } = page;
  return queryable.query<Position>(
    `select ${POSITION} from earn_positions where user_id = $1
       and ($2::timestamptz is null
         or opened_at <= $2 and (opened_at, id collate "C") < ($2, $3 collate "C"))
     order by opened_at desc, id collate "C" desc limit $4`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
  );
}

/**
 * Marks positions that have reached their end as matured. Returns the ids of all unpaid matured
 * positions, earliest end first.
 */
export async function maturePositions(queryable: Queryable, now: Date): Promise<string[]> {
  await queryable.query(
    "update earn_positions set state = 'matured' where state = 'open' and ends_at <= $1",
    [now],
  );
  const rows = await queryable.query<{ id: string }>(
    "select id from earn_positions where state = 'matured' order by ends_at, id",
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of the flexible positions that have fewer than `daysAhead` reserved days left at
 * `now`.
 */
export async function positionsToExtend(
  queryable: Queryable,
  { now, daysAhead }: { readonly now: Date; readonly daysAhead: number },
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select id from earn_positions where state = 'open' and ends_at is null
       and opened_at + (locked_days - $2 + 1) * interval '86400 seconds' <= $1 order by opened_at, id`,
    [now, daysAhead],
  );
  return rows.map(({ id }) => id);
}

export async function extendLock(
  tx: DatabaseTransaction,
  id: string,
  locked: { readonly days: number; readonly sats: bigint },
): Promise<void> {
  await tx.query("update earn_positions set locked_days = $2, locked_sats = $3 where id = $1", [
    id,
    locked.days,
    locked.sats,
  ]);
}

export async function markClosed(
  tx: DatabaseTransaction,
  id: string,
  closing: {
    readonly outcome: "paid" | "left";
    readonly paidSats: bigint;
    readonly closedAt: Date;
  },
): Promise<void> {
  const closed = await tx.query(
    `update earn_positions set state = 'closed', outcome = $2, paid_sats = $3, closed_at = $4
     where id = $1 and state <> 'closed' returning id`,
    [id, closing.outcome, closing.paidSats, closing.closedAt],
  );
  if (closed.length !== 1) throw new Error(`${id} was already closed by another process`);
}

export interface ClosedTotals {
  readonly paidSats: bigint;
  readonly positions: number;
}

export async function closedTotals(queryable: Queryable, userId: string): Promise<ClosedTotals> {
  const [row] = await queryable.query<ClosedTotals>(
    `select coalesce(sum(paid_sats), 0)::bigint as "paidSats", count(*)::int as positions
     from earn_positions where user_id = $1 and state = 'closed'`,
    [userId],
  );
  return row ?? { paidSats: 0n, positions: 0 };
}

/** Total principal and promised interest of a product's open positions. */
export interface ProductObligations {
  readonly productId: string;
  readonly positions: number;
  readonly principalSats: bigint;
  /** Interest reserved for these positions. */
  readonly promisedSats: bigint;
}

/** Returns the obligations. Products without open positions are omitted. */
export async function obligationsByProduct(queryable: Queryable): Promise<ProductObligations[]> {
  return queryable.query<ProductObligations>(
    `select product_id as "productId", count(*)::int as positions, sum(principal_sats)::bigint as "principalSats",
       sum(locked_sats)::bigint as "promisedSats"
     from earn_positions where state <> 'closed' group by product_id`,
  );
}

/** Returns the number of a user's investments and stakes that are not closed. */
export async function openPositionsOf(queryable: Queryable, userId: string): Promise<number> {
  return (await openPositionsOfUsers(queryable, [userId])).get(userId) ?? 0;
}

export async function openPositionsOfUsers(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryable.query<{ userId: string; count: number }>(
    `select user_id as "userId", count(*)::int as count from earn_positions
     where user_id = any((select $1::uuid[])::uuid[]) and state <> 'closed' group by user_id`,
    [uuidArray(userIds)],
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Serialises a user's openings, so that a count of open positions stays valid until the commit. */
export const openingLock = userLock("earn/opening");
