/**
 * Records incidents, which anybody can read on the transparency page. The code that changes a state
 * records the incident in the same transaction, so that nobody has to report it. Rows are never
 * changed: the end of an incident is a row of its own. Times are times of the database's clock,
 * because an incident may be about this process's clock.
 */
import type { Queryable } from "./database/database.ts";

export type IncidentKind =
  /** Withdrawals wait for an administrator, for example after a restore. */
  | "withdrawals_locked"
  /** A verification of the ledger failed. Withdrawals are paused. */
  | "books_broken"
  /** The ledger and the coins on the chain differ. Withdrawals are paused. */
  | "coins_differ"
  /** The node follows a chain that the wallet cannot follow. */
  | "chain_halted"
  /** The clock is in doubt. Payments by time are paused. */
  | "pay_paused"
  /** A reorg replaced more than one block. */
  | "reorg"
  /** The database was restored from a backup. */
  | "restored"
  /** The Forex desk had no prices for more than a minute while the market was open. */
  | "price_gap"
  /** No process of the platform reached the database for more than a minute. */
  | "outage";

export interface Incident {
  readonly id: bigint;
  readonly kind: IncidentKind;
  /** Plain text for the public, without personal data. */
  readonly detail: string;
  readonly startedAt: Date;
  /** Null while the incident lasts. */
  readonly endedAt: Date | null;
}

interface Begun {
  readonly kind: IncidentKind;
  readonly detail: string;
  /** The database's current time if unset. */
  readonly startedAt?: Date;
}

const IS_OPEN = `begun_by is null
  and not exists (select from platform_incidents ended where ended.begun_by = begun.id)`;

/**
 * Begins an incident, unless one of this kind is open. The caller holds a lock that makes other
 * writers of this kind wait.
 */
export async function beginIncident(
  queryable: Queryable,
  { kind, detail, startedAt }: Begun,
): Promise<void> {
  await queryable.query(
    `insert into platform_incidents (kind, at, detail)
     select $1, coalesce($2, clock_timestamp()), left($3, 500)
     where not exists (select from platform_incidents begun where kind = $1 and ${IS_OPEN})`,
    [kind, startedAt ?? null, detail],
  );
}

/** Ends the open incident of this kind. Does nothing if none is open. */
export async function endIncident(queryable: Queryable, kind: IncidentKind): Promise<void> {
  await queryable.query(
    `insert into platform_incidents (kind, begun_by, at, detail)
     select kind, id, greatest(clock_timestamp(), at), 'ended' from platform_incidents begun
     where kind = $1 and ${IS_OPEN} on conflict (begun_by) do nothing`,
    [kind],
  );
}

/** Records an incident that is already over. It lasted until now if `endedAt` is unset. */
export async function recordIncident(
  queryable: Queryable,
  { kind, detail, startedAt, endedAt }: Begun & { readonly endedAt?: Date },
): Promise<void> {
  await queryable.query(
    `with begun as (
       insert into platform_incidents (kind, at, detail)
       values ($1, coalesce($2, $3, clock_timestamp()), left($4, 500)) returning id, at
     )
     insert into platform_incidents (kind, begun_by, at, detail)
     select $1, id, greatest(at, coalesce($3, clock_timestamp())), 'ended' from begun`,
    [kind, startedAt ?? null, endedAt ?? null, detail],
  );
}

interface IncidentsPage {
  readonly limit: number;
  /** Returns only incidents with a lower id. */
  readonly before?: bigint | undefined;
}

/** Returns incidents, those that began to be recorded last first. */
export async function listIncidents(
  queryable: Queryable,
  { limit, before }: IncidentsPage,
): Promise<Incident[]> {
  return queryable.query<Incident>(
    `select begun.id, begun.kind, begun.detail, begun.at as "startedAt", ended.at as "endedAt"
     from platform_incidents begun left join platform_incidents ended on ended.begun_by = begun.id
     where begun.begun_by is null and ($1::bigint is null or begun.id < $1)
     order by begun.id desc limit $2`,
    [before ?? null, limit],
  );
}

/** A row of the table: the beginning of an incident, or its end. */
export interface IncidentRow {
  readonly id: bigint;
  readonly kind: IncidentKind;
  /** Id of the row that began the incident. Null in that row itself. */
  readonly begunBy: bigint | null;
  readonly at: Date;
  readonly detail: string;
}

/** Returns beginnings and ends, newest first. */
export async function listIncidentRows(
  queryable: Queryable,
  { limit, before }: IncidentsPage,
): Promise<IncidentRow[]> {
  return queryable.query<IncidentRow>(
    `select id, kind, begun_by as "begunBy", at, detail from platform_incidents
     where $1::bigint is null or id < $1 order by id desc limit $2`,
    [before ?? null, limit],
  );
}

/**
 * Returns the id of the newest incident that shows that the database is older than something that
 * was published: a restore, or payments on the chain that it does not know. Null if there was none.
 */
export async function newestRollbackId(queryable: Queryable): Promise<bigint | null> {
  const [row] = await queryable.query<{ id: bigint | null }>(
    `select max(id) as id from platform_incidents
     where kind in ('restored', 'withdrawals_locked') and begun_by is null`,
  );
  return row?.id ?? null;
}
