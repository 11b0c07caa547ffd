/**
 * Opens the PostgreSQL pools: one for statements, one for locks. Use cases open transactions with
 * `transaction`. All code below the use cases takes a `Queryable` and never uses the pool while a
 * transaction is open. Otherwise, open transactions that use up all connections would wait forever
 * for another connection.
 */
import pg from "pg";
import { Outage } from "../errors/refusal.ts";
import { asOutage, isStalePlan, READ_ONLY, sqlState, StalePlan } from "./database-errors.ts";
import { openTransaction, sendBatched, type OpenTransaction } from "./open-transaction.ts";
import { clientOf } from "./primary-client.ts";
import type { Pooler } from "./pooler.ts";
import { SESSION_LIMITS } from "./session-limits.ts";
import { createStatementNames, NO_NAMES, type StatementNames } from "./statement-names.ts";

export interface Queryable {
  /** True on a read-only standby. Code that must write before it reads uses the primary. */
  readonly isStandby?: true;
  /**
   * Runs one SQL statement. bigint columns are returned as `bigint`, timestamps as `Date`, JSON
   * parsed.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * A Queryable inside a transaction. The brand prevents passing a pool where atomicity is required.
 */
export interface DatabaseTransaction extends Queryable {
  readonly isTransaction: true;
  /**
   * Sends a last statement together with the commit, which shortens the time that locks are held.
   * If it fails, nothing is committed and the transaction throws the error, or the result of
   * `translateError`. Values must be text, numbers, dates or arrays of them: a value that pg cannot
   * encode would not reach the server, and the commit would follow. `values` may be a function,
   * which runs when the commit is sent; the statement is skipped if it returns undefined.
   */
  atCommit(
    text: string,
    values: readonly unknown[] | (() => readonly unknown[] | undefined),
    translateError?: (error: unknown) => unknown,
  ): void;
  /**
   * Removes the time limit for the statements that follow. Use it for work on a whole table, never
   * in a request.
   */
  takeTime(): Promise<void>;
}

/** One connection of the pool, for exclusive use. */
export interface Lent extends Pick<Database, "query" | "transaction"> {
  readonly connection: object;
}

export interface Database extends Queryable {
  /**
   * Runs `run` in a transaction with isolation level read committed. Commits when `run` resolves,
   * and rolls back when `run` throws.
   */
  transaction<Result>(run: (tx: DatabaseTransaction) => Promise<Result>): Promise<Result>;
  /**
   * The underlying pool. It may connect to a pooler, so session state does not survive a
   * transaction.
   */
  readonly pool: pg.Pool;
  /** Lends a connection to code that must run several statements on the same connection. */
  lend<Result>(use: (lent: Lent) => Promise<Result>): Promise<Result>;
  /**
   * Sessions for advisory locks. They have a separate pool, because callers that hold a lock need
   * connections of the other pool. In a shared pool, callers waiting for locks could use up all
   * connections.
   */
  readonly locks: pg.Pool;
  close(): Promise<void>;
}

const INT8_OID = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8_OID && format !== "binary"
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

const CONNECT_MS_MAX = 10_000;
/**
 * Maximum wait for any response, which is longer than the time limit of every statement. A frozen
 * or unreachable server cannot enforce its own time limits, so its connection is closed after this
 * time.
 */
const SILENCE_MS_MAX = 40_000;
const ROLLBACK_MS_MAX = 5_000;
/**
 * Maximum wait for a lock. It is long, because another process may hold the lock for a whole round
 * of work.
 */
const LOCK_WAIT_MS_MAX = 120_000;
/** Maximum number of locks that this process holds at once. */
const LOCKS_MAX = 16;
/** Stands for no time limit: the longest timer that Node supports. */
const UNHURRIED_MS = 2 ** 31 - 1;

export interface DatabaseOptions {
  readonly connectionsMax?: number;
  readonly connectMsMax?: number;
  readonly silenceMsMax?: number;
  /** The pooler at `url`. Undefined if every connection is a session of its own. */
  readonly pooler?: Pooler | undefined;
  /** A URL that provides sessions. Undefined if `url` provides sessions. */
  readonly sessionUrl?: string | undefined;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { pooler, sessionUrl = url } = options;
  const settings = {
    ...placeOf(url),
    max: options.connectionsMax ?? 20,
    connectionTimeoutMillis: options.connectMsMax ?? CONNECT_MS_MAX,
    query_timeout: options.silenceMsMax ?? SILENCE_MS_MAX,
    keepAlive: true,
    application_name: "hashfloor",
    types,
    pipeline: true,
  };
  const pool = openPool(pooler ? settings : { ...settings, ...SESSION_LIMITS });
  const locks = openPool({
    ...settings,
    ...SESSION_LIMITS,
    ...placeOf(sessionUrl),
    max: LOCKS_MAX,
    connectionTimeoutMillis: LOCK_WAIT_MS_MAX,
  });
  const names = pooler?.keepsNames === false ? NO_NAMES : createStatementNames();

  const lend = async <Result>(use: (lent: Lent) => Promise<Result>): Promise<Result> => {
    const client = await connect(pool);
    let broken: Error | undefined;
    try {
      return await use({
        connection: client,
        async query<Row>(text: string, values?: readonly unknown[]) {
          try {
            return await runNamed<Row>(client, { text, values }, names);
          } catch (error) {
            if (error instanceof Outage) broken = error;
            throw error;
          }
        },
        transaction: (work) =>
          transact({ client, names, breakWith: (error) => void (broken = error) }, work),
      });
    } finally {
      client.release(broken);
    }
  };

  return {
    pool,
    locks,
    query: (text, values) => runNamed(pool, { text, values }, names),
    lend,
    transaction: (work) => lend(({ transaction }) => transaction(work)),
    async close() {
      await Promise.all([pool.end(), locks.end()]);
    },
  };
}

interface Transacting {
  readonly client: pg.PoolClient;
  readonly names: StatementNames;
  /** Discards the connection, so that no other caller receives it. */
  readonly breakWith: (error: Error) => void;
}

async function transact<Result>(
  { client, names, breakWith }: Transacting,
  work: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  let waitMs: number | undefined;
  const open = openTransaction(client);
  try {
    const last: RequestedLast[] = [];
    const result = await work({
      isTransaction: true,
      atCommit(text, values, translateError) {
        if (open.isOver()) throw new Error("the transaction is over");
        last.push({ text, values, translateError });
      },
      query(text, values) {
        const name = names.of(text, values?.length ?? 0);
        return run(open, { text, values, name, waitMs }, names);
      },
      async takeTime() {
        await open.begin();
        await client.query("set local statement_timeout = 0");
        waitMs = UNHURRIED_MS;
      },
    });
    await commit({ client, names, open }, last.flatMap(resolved));
    return result;
  } catch (error) {
    open.close();
    if (error instanceof Outage && sqlState(error.cause) === READ_ONLY) breakWith(error);
    if (open.isBegun())
      await client
        .query(configOf({ text: "rollback", waitMs: ROLLBACK_MS_MAX }))
        .catch((failure: Error) => breakWith(failure));
    throw asOutage(error);
  }
}

/**
 * Sends the last statements with the commit. If a statement fails, rolls back and throws the
 * statement's error.
 */
async function commit(
  { client, names, open }: Omit<Transacting, "breakWith"> & { readonly open: OpenTransaction },
  last: readonly LastStatement[],
): Promise<void> {
  // Only a single statement may be sent together with the BEGIN, because the server would skip only
  // the first statement if the BEGIN failed.
  const goesWithBegin = !open.isBegun() && last.length === 1 && last[0]?.values.length !== 0;
  if (open.isBegun() || (last.length > 0 && !goesWithBegin)) await open.begin();
  sendBatched(client);
  const sent = last.map((statement) => runLast(goesWithBegin ? open : client, statement, names));
  open.close();
  await Promise.all(open.isBegun() ? [...sent, client.query("commit")] : sent);
}

function placeOf(url: string) {
  return { Client: clientOf(url), connectionString: url };
}

/**
 * Opens a pool. If PostgreSQL closes a connection, the connection is replaced, and its query fails
 * with an Outage. Both idle and lent connections need an error listener, because an unhandled
 * connection error would end the process.
 */
function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asOutage(error);
  }
}

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  /** Name of the prepared statement. Undefined if the statement is not prepared. */
  readonly name?: string | undefined;
  /** Time limit in milliseconds. If undefined, the pool's own limit applies. */
  readonly waitMs?: number | undefined;
}

interface LastStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly translateError: ((error: unknown) => unknown) | undefined;
}

interface RequestedLast extends Omit<LastStatement, "values"> {
  readonly values: LastStatement["values"] | (() => LastStatement["values"] | undefined);
}

function resolved({ values, ...statement }: RequestedLast): LastStatement[] {
  const parameters = typeof values === "function" ? values() : values;
  return parameters === undefined ? [] : [{ ...statement, values: parameters }];
}

function configOf({ text, values, name, waitMs }: Statement): pg.QueryConfig {
  const config: pg.QueryConfig & { readonly query_timeout?: number } = {
    text,
    ...(name === undefined ? {} : { name }),
    ...(values === undefined ? {} : { values: [...values] }),
    ...(waitMs === undefined ? {} : { query_timeout: waitMs }),
  };
  return config;
}

/** Runs a prepared statement. If its plan was stale, runs the statement again without a name. */
async function runNamed<Row>(
  client: pg.Pool | pg.PoolClient,
  { text, values }: Pick<Statement, "text" | "values">,
  names: StatementNames,
): Promise<Row[]> {
  try {
    return await run<Row>(
      client,
      { text, values, name: names.of(text, values?.length ?? 0) },
      names,
    );
  } catch (error) {
    // Running the statement again is safe, because it failed before it had any effect.
    if (!(error instanceof StalePlan)) throw error;
    return run<Row>(client, { text, values }, names);
  }
}

async function run<Row>(
  client: Pick<OpenTransaction, "query">,
  statement: Statement,
  names: StatementNames,
): Promise<Row[]> {
  const { name } = statement;
  try {
    const text = name === undefined ? statement.text : names.textOf(statement.text);
    const result = await client.query(configOf({ ...statement, text }));
    return result.rows as Row[];
  } catch (error) {
    if (name === undefined || !isStalePlan(error)) throw asOutage(error);
    names.renew(name);
    throw new StalePlan(error);
  }
}

/**
 * Runs the last statement. Its name is chosen when it is sent, because the tables may have changed
 * since it was requested.
 */
async function runLast(
  client: Pick<OpenTransaction, "query">,
  { text, values, translateError = (error) => error }: LastStatement,
  names: StatementNames,
): Promise<void> {
  try {
    await run(client, { text, values, name: names.of(text, 1) }, names);
  } catch (error) {
    throw translateError(error);
  }
}
