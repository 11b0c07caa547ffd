/** SQL statements for pool processes and their last heartbeats. */
import type { Database, Queryable } from "#platform";

export interface Instance {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly startedAt: Date;
}

export interface Heartbeat {
  readonly at: Date;
  readonly connections: number;
  readonly templateAt: Date | undefined;
  readonly templateHeight: number | undefined;
  readonly lastShareAt: Date | undefined;
}

/** Age of the last heartbeat at which a pool counts as stopped. */
export const HEARTBEAT_MS_MAX = 30_000;
/**
 * Duration of five heartbeats. A pool that missed five heartbeats has ended or hangs, so its number
 * of connections is unknown.
 */
export const CONNECTED_MS_MAX = 10_000;

/** Writes a heartbeat and returns the database's time. */
export async function writeHeartbeat(
  database: Database,
  { id, host, port, startedAt }: Instance,
  { at, connections, templateAt, templateHeight, lastShareAt }: Heartbeat,
): Promise<Date> {
  const [row] = await database.query<{ now: Date }>(
    `insert into pool_instances (id, host, port, started_at, heartbeat_at, connections, template_at, template_height, last_share_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at, connections = excluded.connections,
       template_at = excluded.template_at, template_height = excluded.template_height,
       last_share_at = excluded.last_share_at
     returning clock_timestamp() as now`,
    [id, host, port, startedAt, at, connections, templateAt, templateHeight, lastShareAt],
  );
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

export async function writeStopped(database: Database, id: string, at: Date): Promise<void> {
  await database.query("update pool_instances set stopped_at = $2, connections = 0 where id = $1", [
    id,
    at,
  ]);
}

export interface RunningInstance extends Instance {
  readonly heartbeatAt: Date;
  readonly connections: number;
  readonly templateAt: Date | null;
  readonly templateHeight: number | null;
  readonly lastShareAt: Date | null;
}

/** Returns the pools with a recent heartbeat, oldest first. */
export async function runningInstances(
  queryable: Queryable,
  now: Date,
): Promise<RunningInstance[]> {
  return queryable.query<RunningInstance>(
    `select id, host, port, started_at as "startedAt", heartbeat_at as "heartbeatAt", connections,
       template_at as "templateAt", template_height as "templateHeight", last_share_at as "lastShareAt"
     from pool_instances where stopped_at is null and heartbeat_at > $1 order by started_at, id`,
    [new Date(now.getTime() - HEARTBEAT_MS_MAX)],
  );
}

const RECENT_MS = 60_000;

/** True if any running pool of the installation received a share in the last minute. */
export async function hasRecentShare(queryable: Queryable, now: Date): Promise<boolean> {
  const [row] = await queryable.query<{ has: boolean }>(
    `select exists (select from pool_instances
       where stopped_at is null and heartbeat_at > $1 and last_share_at > $1) as has`,
    [new Date(now.getTime() - RECENT_MS)],
  );
  return row?.has ?? false;
}
