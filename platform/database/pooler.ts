/**
 * Detects a pooler such as PgBouncer behind a database URL, so that operators need no setting for
 * it. A pooler in transaction mode has no sessions. Session state, such as LISTEN, workers' locks
 * and limits set at log-in, would therefore be lost without an error.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { StartError } from "../errors/start-error.ts";
import type { Log } from "../process/log.ts";
import { clientOf } from "./primary-client.ts";
import { SESSION_LIMITS } from "./session-limits.ts";

/** PgBouncer or another pooler in transaction mode. */
export interface Pooler {
  /**
   * True if the pooler tracks each client's prepared statements by name, as PgBouncer does since
   * 1.21.
   */
  readonly keepsNames: boolean;
}

export interface DatabaseAddresses {
  readonly databaseUrl: string;
  /** URL without a pooler. Undefined if `databaseUrl` provides sessions. */
  readonly directUrl: string | undefined;
}

interface PoolerState {
  /**
   * True if the backend's process id is the one reported at log-in. A pooler may report another id.
   */
  readonly isServer: boolean;
  readonly keepsNames: boolean;
  readonly limits: Readonly<Record<keyof typeof SESSION_LIMITS, string>>;
}

const WAIT_MS_MAX = 10_000;
const LENDINGS_MAX = 5;

/**
 * Returns the pooler at DATABASE_URL, or undefined if its connections are sessions. Throws
 * StartError if the two URLs do not match.
 */
export async function findPooler(
  { databaseUrl, directUrl }: DatabaseAddresses,
  log: Log,
): Promise<Pooler | undefined> {
  const { isServer, keepsNames, limits } = await connected("DATABASE_URL", databaseUrl, lookAt);
  const name = directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const direct = directUrl ?? databaseUrl;
  if ((directUrl !== undefined || !isServer) && (await lendsTransactions(name, direct)))
    throw new StartError(
      directUrl === undefined
        ? "DATABASE_DIRECT_URL must be set: DATABASE_URL is a pooler in transaction mode."
        : "DATABASE_DIRECT_URL must be PostgreSQL itself; it is a pooler in transaction mode.",
    );
  if (directUrl === undefined) return undefined;
  await assertSameDatabase(databaseUrl, directUrl);
  if (isServer) {
    log.info("DATABASE_URL is PostgreSQL itself, not a pooler");
    return undefined;
  }
  const unlimited = Object.entries(limits).find(([, value]) => value === "0");
  if (unlimited)
    throw new StartError(
      `DATABASE_URL: behind the pooler ${unlimited[0]} is off: run npm run database:roles, which sets it for ` +
        "the roles, and let the pooler reconnect.",
    );
  log.info(
    { preparedStatements: keepsNames },
    keepsNames
      ? "DATABASE_URL is a pooler that keeps prepared statements"
      : "DATABASE_URL is a pooler without prepared statements, so each statement is planned again",
  );
  return { keepsNames };
}

/**
 * Returns the kind of pooler to which the client is connected, if any. A pooler that tracks names
 * replaces them with its own names. Any other pooler passes names on, so the next transaction may
 * use a connection without the prepared statement.
 */
async function lookAt(client: pg.Client): Promise<PoolerState> {
  const mark = `hashfloor_look_${randomBytes(8).toString("hex")}`;
  await client.query("begin");
  const { rows } = await client.query<PoolerState["limits"] & { pid: number; name: string | null }>(
    {
      name: mark,
      text: `select pg_backend_pid() as pid,
      current_setting('statement_timeout') as statement_timeout,
      current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout,
      (select name from pg_prepared_statements where statement like '%${mark} %') as name -- ${mark} `,
    },
  );
  const [row] = rows;
  if (!row) throw new Error("no answer");
  const { pid, name, ...limits } = row;
  const isPassedOn = name === mark;
  // Without this command, the prepared statement would remain on a connection that other clients
  // use.
  if (isPassedOn) await client.query(`deallocate ${mark}`);
  await client.query("commit");
  return {
    isServer: pid === (client as pg.Client & { readonly processID: number }).processID,
    keepsNames: !isPassedOn && name !== null,
    limits,
  };
}

/**
 * True if the same PostgreSQL backend serves a second client while the first client has no
 * transaction open.
 */
async function lendsTransactions(name: string, url: string): Promise<boolean> {
  return connected(name, url, (one) =>
    connected(name, url, async (other) => {
      for (let lending = 1; lending <= LENDINGS_MAX; lending += 1) {
        const mine = await processOf(one);
        await other.query("begin");
        const theirs = await processOf(other);
        await other.query("commit");
        if (mine === theirs) return true;
      }
      return false;
    }),
  );
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/**
 * Throws StartError if the URLs name two different databases. A lock taken in one database would
 * not protect the money in the other database.
 */
async function assertSameDatabase(databaseUrl: string, directUrl: string): Promise<void> {
  const key = randomBytes(6).readUIntBE(0, 6);
  const isFree = await connected("DATABASE_DIRECT_URL", directUrl, async (direct) => {
    await direct.query("select pg_advisory_lock($1)", [key]);
    return connected("DATABASE_URL", databaseUrl, async (client) => {
      const { rows } = await client.query<{ isFree: boolean }>(
        `select pg_try_advisory_xact_lock($1) as "isFree"`,
        [key],
      );
      return rows[0]?.isFree;
    });
  });
  if (isFree !== false)
    throw new StartError("DATABASE_DIRECT_URL must be the same database as DATABASE_URL.");
}

async function connected<Result>(
  name: string,
  url: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const Client = clientOf(url);
  // Sets no limits at log-in, because PgBouncer refuses clients with settings that it cannot apply.
  const client: pg.Client = new Client({
    connectionString: url,
    connectionTimeoutMillis: WAIT_MS_MAX,
    query_timeout: WAIT_MS_MAX,
    application_name: "hashfloor-look",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await run(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`${name}: cannot use the database server: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
