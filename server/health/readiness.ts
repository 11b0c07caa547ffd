/**
 * Decides whether this process may receive requests. All checks run concurrently, and a check that
 * does not respond is treated as failed. Because anyone may call the readiness check, all callers
 * within a quarter of a second share one result.
 */
import { assertPracticeNetwork, type BitcoinNode } from "#bitcoin";
import type { Machine } from "#admin";
import {
  checkSchema,
  readRights,
  shareResultFor,
  type Clock,
  type Database,
  type Log,
  type Schema,
} from "#platform";
import type { PoolState } from "#pool";
import { chainStatus } from "#wallet";
import { books, clocks, disk, failing, jobs, ok, pool, rights, tip, type Check } from "./rules.ts";
import { withTimeLimit } from "./time-limit.ts";

export interface ReadinessDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: Pick<
    BitcoinNode,
    "getBlockCount" | "getGenesisHash" | "getSignetChallenge" | "network" | "signetChallengeHex"
  >;
  readonly machine: Pick<Machine, "disk" | "startedAt" | "workers">;
  /**
   * Returns the pool's state, or undefined while the pool is not running. The function itself is
   * undefined if this process has no pool.
   */
  readonly pool: (() => PoolState | undefined) | undefined;
  readonly schema: Schema;
  /**
   * `BLOCK_SECONDS`, or the average block time of the public network. 0 if blocks are not mined
   * automatically.
   */
  readonly blockSeconds: number;
}

export type Checks = Readonly<Record<string, Check>>;

export interface Readiness {
  checkNow(): Promise<Checks>;
  /** True if the process has been ready at least once. */
  hasStarted(): boolean;
  /** Makes all later checks report "not ready", because the server is about to stop. */
  stop(): void;
  isStopping(): boolean;
}

const POOL_ELSEWHERE: Check = { state: "not monitored", detail: "this process runs none" };
const SHARED_MS = 250;
/**
 * Interval between two reads of the database privileges. It can be long, because privileges rarely
 * change.
 */
const RIGHTS_MS = 60_000;
/**
 * Longest expected time between two blocks. Idle regtest nodes mine a block every ten minutes,
 * which is also the average of public chains. The check fails after twenty missed blocks.
 */
const QUIET_SECONDS = 600;
const MISSED_BLOCKS = 20;

export function createReadiness(deps: ReadinessDeps): Readiness {
  let isStopping = false;
  let hasStarted = false;
  let said = "";
  let warned = "";
  const rightsNow = shareResultFor(RIGHTS_MS, async () => {
    const check = rights(await readRights(deps.database, deps.schema.privileges));
    if (check.state === "attention" && check.detail !== warned) deps.log.warn(check.detail);
    warned = check.detail;
    return check;
  });
  const check = shareResultFor(SHARED_MS, async () => {
    const checks = await askAll(deps, rightsNow);
    const names = failingOf(checks).join(", ");
    if (hasStarted && names !== said)
      deps.log.warn({ checks }, names === "" ? "ready again" : "not ready");
    said = names;
    if (names === "") hasStarted = true;
    return checks;
  });
  return {
    checkNow: async () => (isStopping ? { server: failing("it is stopping") } : check()),
    hasStarted: () => hasStarted,
    stop: () => void (isStopping = true),
    isStopping: () => isStopping,
  };
}

export function failingOf(checks: Checks): string[] {
  return Object.entries(checks).flatMap(([name, { state }]) => (state === "failing" ? [name] : []));
}

async function askAll(deps: ReadinessDeps, rightsNow: () => Promise<Check>): Promise<Checks> {
  const { database, clock, node, machine, schema, blockSeconds } = deps;
  const secondsMax =
    blockSeconds === 0 ? null : Math.max(blockSeconds, QUIET_SECONDS) * MISSED_BLOCKS;
  const status = withTimeLimit(chainStatus(database));
  const pending: Readonly<Record<string, Promise<Check>>> = {
    database: writable(database),
    schema: checkSchema(database, schema.migrations).then(() => ok("as this program knows it")),
    rights: rightsNow(),
    clock: skew(database, clock).then(clocks),
    node: assertPracticeNetwork(node).then(async () => ok(`block ${await node.getBlockCount()}`)),
    tip: status.then((row) =>
      tip(row, { now: clock.now(), startedAt: machine.startedAt, secondsMax }),
    ),
    books: status.then((row) => books(row, clock.now())),
    disk: machine.disk().then(disk),
    jobs: Promise.resolve(jobs(machine.workers())),
    pool: Promise.resolve(deps.pool ? pool(deps.pool(), clock.now()) : POOL_ELSEWHERE),
  };
  const checks = Object.entries(pending).map(
    async ([name, check]) => [name, await withTimeLimit(check).catch(asFailing)] as const,
  );
  return Object.fromEntries(await Promise.all(checks));
}

function asFailing(error: unknown): Check {
  return failing(error instanceof Error ? error.message : "no answer");
}

async function writable(database: Database): Promise<Check> {
  const [row] = await database.query<{ readonly: string }>(
    "select current_setting('transaction_read_only') as readonly",
  );
  return row?.readonly === "off" ? ok("writable") : failing("it is read only");
}

/** Returns how far our clock is ahead of the database's, measured at the middle of the query. */
async function skew(database: Database, clock: Clock) {
  const sent = clock.now().getTime();
  const [row] = await database.query<{ at: Date }>("select clock_timestamp() as at");
  const receivedMs = clock.now().getTime();
  if (!row) throw new Error("the database returned no time");
  return { aheadMs: (sent + receivedMs) / 2 - row.at.getTime(), roundTripMs: receivedMs - sent };
}
