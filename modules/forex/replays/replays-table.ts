/**
 * SQL statements for replays. A lease ensures that only one request at a time advances a replay.
 */
import type { Database, DatabaseTransaction, Queryable } from "#platform";
import { BLIND_FACTS, type BlindFacts } from "../blind/blind-table.ts";
import type { Leaving } from "#treasury";

export interface ReplayRow {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly instrument: string;
  readonly begunAt: Date;
  readonly endedAt: Date | null;
  readonly startsAt: Date;
  readonly clockAt: Date;
  readonly setAt: Date;
  readonly pace: number;
  readonly jumpTo: Date | null;
  readonly balanceCents: bigint;
  readonly startCents: bigint;
  /** Highest leverage. Pairs whose margin rate allows less keep their own rate. */
  readonly leverage: number;
  readonly spreadFactor: number;
  /** 1: spreads follow the hour only. 2: they also follow known news and volatility. */
  readonly spreadRule: number;
  /** Id of the famous day, or null for any other moment and for price files. */
  readonly famous: string | null;
  /** Index of the choice that the user took before the start. Null if the question was skipped. */
  readonly answer: number | null;
  /** Uploaded price file, or null for a replay of the ECB's rates. */
  readonly priceFileId: string | null;
  /** The replay of which this replay is a branch, or null. */
  readonly branchOf: string | null;
  /** Market time at which the branch began. */
  readonly branchedAt: Date | null;
  /** Number of events that the branch inherited. */
  readonly branchTransaction: number | null;
  /** True if all moves of the replay's trailing stops are stored. */
  readonly recordsMoves: boolean;
  /** Commitment of a blind replay, and its secret after the end. Null if it is not blind. */
  readonly blind: BlindFacts | null;
}

export type NewReplay = Omit<ReplayRow, "blind">;

const COLUMNS = `id, user_id as "userId", title, instrument, begun_at as "begunAt", ended_at as "endedAt",
  starts_at as "startsAt", clock_at as "clockAt", set_at as "setAt", pace, jump_to as "jumpTo", balance_cents as "balanceCents",
  start_cents as "startCents", leverage, spread_factor as "spreadFactor", spread_rule as "spreadRule", famous, answer,
  branch_of as "branchOf", branched_at as "branchedAt", branch_transaction as "branchTransaction",
  records_moves as "recordsMoves", ${BLIND_FACTS} as "blind",
  (select file_id from forex_replay_files where replay_id = forex_replays.id) as "priceFileId"`;

export async function insertReplay(tx: DatabaseTransaction, replay: NewReplay): Promise<void> {
  await tx.query(
    `insert into forex_replays (id, user_id, title, instrument, begun_at, starts_at, clock_at, set_at, pace, balance_cents,
       start_cents, leverage, spread_factor, spread_rule, famous, answer, branch_of, branched_at, branch_transaction,
       records_moves)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      replay.id,
      replay.userId,
      replay.title,
      replay.instrument,
      replay.begunAt,
      replay.startsAt,
      replay.clockAt,
      replay.setAt,
      replay.pace,
      replay.balanceCents,
      replay.startCents,
      replay.leverage,
      replay.spreadFactor,
      replay.spreadRule,
      replay.famous,
      replay.answer,
      replay.branchOf,
      replay.branchedAt,
      replay.branchTransaction,
      replay.recordsMoves,
    ],
  );
  if (replay.priceFileId !== null)
    await tx.query("insert into forex_replay_files (replay_id, file_id) values ($1, $2)", [
      replay.id,
      replay.priceFileId,
    ]);
}

/** Counts a user's running replays and blocks new ones until the transaction ends. */
export async function countRunning(tx: DatabaseTransaction, userId: string): Promise<number> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`replays ${userId}`]);
  const [row] = await tx.query<{ running: number }>(
    "select count(*)::int as running from forex_replays where user_id = $1 and ended_at is null",
    [userId],
  );
  return row?.running ?? 0;
}

export interface StartedBranches {
  readonly branches: number;
  /** Events and moves of trailing stops that the branches inherited. */
  readonly records: number;
}

/** Counts the branches that a user started since a time, and the records that they inherited. */
export async function countBranchesSince(
  tx: DatabaseTransaction,
  userId: string,
  since: Date,
): Promise<StartedBranches> {
  const [row] = await tx.query<StartedBranches>(
    `select count(*)::int as branches, coalesce(sum(branch_transaction + moves), 0)::int as records
     from forex_replays cross join lateral (
       select count(*) as moves from forex_orders join forex_trailing_moves on order_id = forex_orders.id
       where forex_orders.user_id = forex_replays.id and type = 'TRAILING_STOP_LOSS'
         and (since < branched_at or at <= branched_at)
     ) as inherited
     where user_id = $1 and branch_of is not null and begun_at > $2`,
    [userId, since],
  );
  return row ?? { branches: 0, records: 0 };
}

export async function findReplay(
  queryable: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<ReplayRow | undefined> {
  const [row] = await queryable.query<ReplayRow>(
    `select ${COLUMNS} from forex_replays where user_id = $1 and id::text = $2`,
    [userId, id],
  );
  return row;
}

/** Returns a page of replays, newest first. `before` is the last id of the previous page. */
export async function replaysOf(
  queryable: Queryable,
  userId: string,
  { before, limit }: { readonly before?: string; readonly limit: number },
): Promise<ReplayRow[]> {
  return queryable.query<ReplayRow>(
    `select ${COLUMNS} from forex_replays where user_id = $1
       and ($2::text is null or position < (select position from forex_replays where id::text = $2 and user_id = $1))
     order by position desc limit $3`,
    [userId, before ?? null, limit],
  );
}

/**
 * Leases a replay. Returns undefined while another request holds the lease. Uses the database's
 * clock, which all processes share.
 */
export async function leaseReplay(
  database: Database,
  id: string,
  seconds: number,
): Promise<ReplayRow | undefined> {
  const [row] = await database.query<ReplayRow>(
    `update forex_replays set leased_until = clock_timestamp() + make_interval(secs => $2)
     where id = $1 and (leased_until is null or leased_until < clock_timestamp()) returning ${COLUMNS}`,
    [id, seconds],
  );
  return row;
}

/**
 * Stores the replay's position and releases the lease. A request that outlived its lease cannot
 * resume a replay that was ended meanwhile, because its secret may be revealed.
 */
export async function releaseReplay(
  database: Database,
  { id, clockAt, setAt, pace, jumpTo, endedAt }: ReplayRow,
): Promise<void> {
  await database.query(
    `update forex_replays set clock_at = greatest(clock_at, $2), set_at = $3, pace = $4, jump_to = $5, ended_at = coalesce(ended_at, $6),
       leased_until = null where id = $1`,
    [id, clockAt, setAt, pace, jumpTo, endedAt],
  );
}

export async function addToReplay(
  tx: DatabaseTransaction,
  id: string,
  cents: bigint,
): Promise<void> {
  await tx.query("update forex_replays set balance_cents = balance_cents + $2 where id = $1", [
    id,
    cents,
  ]);
}

/** Removes a deleted user's personal data, such as a file name in a replay's title. */
export async function forgetReplays(tx: DatabaseTransaction, { userId }: Leaving): Promise<void> {
  await tx.query("update forex_replays set title = instrument where user_id = $1", [userId]);
}
