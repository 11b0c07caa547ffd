/**
 * Returns the health of the database, node, chain watcher, machine and workers. Unknown values are
 * null.
 */
import { payGateState, type Clock, type Queryable } from "#platform";
import { chainStatus } from "#wallet";
import type { AdminDeps } from "../office/deps.ts";

export async function getHealth({
  database,
  clock,
  nodeHeight,
  machine,
}: Pick<AdminDeps, "clock" | "database" | "nodeHeight" | "machine">) {
  const [server, skewMs, tip, gate, node, disk] = await Promise.all([
    askDatabase(database),
    clockSkewMs(database, clock),
    chainStatus(database),
    payGateState(database),
    machine === undefined
      ? nodeHeight().then((height) => ({ height, peers: null, userAgent: null, problem: null }))
      : machine.nodeState(),
    machine?.disk() ?? null,
  ]);
  const now = clock.now().getTime();
  const nodeState = "height" in node ? node : null;
  return {
    database: server.readonly === "off" ? ("writable" as const) : ("read only" as const),
    databaseBytes: server.bytes,
    connections: server.connections,
    connectionsMax: server.connectionsMax,
    clockSkewMs: skewMs,
    nodeHeight: nodeState?.height ?? null,
    nodePeers: nodeState?.peers ?? null,
    nodeAgent: nodeState?.userAgent ?? null,
    nodeProblem: "problem" in node ? node.problem : null,
    watcherHeight: tip?.height ?? null,
    tipAgeSeconds: tip ? Math.max(0, Math.floor((now - tip.appliedAt.getTime()) / 1_000)) : null,
    unexplainedSats: tip?.unexplainedSats ?? null,
    reconciledHeight: tip?.reconciledHeight ?? null,
    reconciledAt: tip?.reconciledAt ?? null,
    withdrawalsPaused: tip?.pausedReason ?? null,
    payPaused: gate.closedReason,
    payPausedAt: gate.closedAt,
    diskFreeBytes: disk?.freeBytes ?? null,
    diskTotalBytes: disk?.totalBytes ?? null,
    loopLagMs: machine?.loopLagMs() ?? null,
    startedAt: machine?.startedAt ?? null,
    workers: machine ? machine.workers().map((worker) => ({ ...worker })) : null,
  };
}

interface ServerState {
  readonly readonly: string;
  readonly bytes: bigint;
  readonly connections: number;
  readonly connectionsMax: number;
}

async function askDatabase(queryable: Queryable): Promise<ServerState> {
  const [row] = await queryable.query<ServerState>(
    `select current_setting('transaction_read_only') as readonly, pg_database_size(current_database()) as bytes,
       (select sum(numbackends)::int from pg_stat_database) as connections,
       current_setting('max_connections')::int as "connectionsMax"`,
  );
  if (!row) throw new Error("the database returned no health row");
  return row;
}

/**
 * Returns how far this process's clock is ahead of the database's clock, measured at the middle of
 * the round trip. Negative if it is behind.
 */
async function clockSkewMs(queryable: Queryable, clock: Clock): Promise<number> {
  const sent = clock.now().getTime();
  const [row] = await queryable.query<{ at: Date }>("select clock_timestamp() as at");
  const receivedMs = clock.now().getTime();
  return Math.round((sent + receivedMs) / 2 - (row?.at.getTime() ?? sent));
}
