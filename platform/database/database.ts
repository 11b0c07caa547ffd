/**
 * A pool on PostgreSQL, and one for locks. Use cases open transactions with `transaction`;
 * everything below them takes a `Queryable` and never asks the pool while a transaction is open
 * (that would deadlock on the last connection).
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
  /** Nothing can be written there: who would count something up before reading asks the primary. */
  readonly isStandby?: true;
  /**
   * Runs one statement. bigint columns come back as `bigint`, timestamps as `Date`, json parsed.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * A Queryable inside a transaction. The brand keeps a pool from being passed where atomicity is
 * needed.
 */
export interface DatabaseTransaction extends Queryable {
  readonly isTransaction: true;
  /**
   * The last statement: it goes with the commit, so that what the transaction holds is not held for
   * its answer. When it fails nothing is committed, and the transaction throws the error or what
   * `toldAs` makes of it. Values are text, numbers, times or lists of them: of what pg cannot send
   * the server would hear nothing, and the commit would follow.
   */
  atCommit(
    text: string,
    values: readonly unknown[],
    translateError?: (error: unknown) => unknown,
  ): void;
  /**
   * From now on a statement takes as long as it takes: for work on a whole table, never for a
   * request.
   */
  takeTime(): Promise<void>;
}

/** One connection of the pool, for one at a time. */
export interface Lent extends Pick<Database, "query" | "transaction"> {
  readonly connection: object;
}

export interface Database extends Queryable {
  /** Commits when `run` resolves, rolls back when it throws. Read committed. */
  transaction<Result>(run: (tx: DatabaseTransaction) => Promise<Result>): Promise<Result>;
  /** The pool itself. A pooler may be behind it: no session outlives its transaction. */
  readonly pool: pg.Pool;
  /** For who has to know which connection it is. */
  lend<Result>(use: (lent: Lent) => Promise<Result>): Promise<Result>;
  /**
   * Sessions, for who holds a lock of one while it works on connections of the pool: were they of
   * one pool, holders who wait for each other's would use it up.
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
 * A server that is frozen, or cut off without a word, keeps no limit of its own: its connection is
 * given up. Longer than any statement may take.
 */
const SILENCE_MS_MAX = 40_000;
const ROLLBACK_MS_MAX = 5_000;
/** Waiting for a lock's connection is waiting for a round of somebody else's work. */
const LOCK_WAIT_MS_MAX = 120_000;
/** Rounds of work at once. */
const LOCKS_MAX = 16;
/** The longest that a timer can be set to. */
const UNHURRIED_MS = 2 ** 31 - 1;

export interface DatabaseOptions {
  readonly connectionsMax?: number;
  readonly connectMsMax?: number;
  readonly silenceMsMax?: number;
  /** What stands at `url`; undefined: whoever connects has a session. */
  readonly pooler?: Pooler | undefined;
  /** Where sessions are to be had; undefined: at `url`. */
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
  /** Nobody else is to get the connection. */
  readonly breakWith: (error: Error) => void;
}

async function transact<Result>(
  { client, names, breakWith }: Transacting,
  work: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  let waitMs: number | undefined;
  const open = openTransaction(client);
  try {
    const last: LastStatement[] = [];
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
    await commit({ client, names, open }, last);
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

/** A last statement that fails turns the commit into a rollback, and is what is thrown. */
async function commit(
  { client, names, open }: Omit<Transacting, "breakWith"> & { readonly open: OpenTransaction },
  last: readonly LastStatement[],
): Promise<void> {
  // Of several the first would be the only one to fail with a BEGIN that failed.
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
 * A connection that PostgreSQL dropped is replaced, and the query on it becomes an Outage; without
 * listeners on both the idle and the lent ones the loss itself would end the process.
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
  /** Undefined: not to be prepared. */
  readonly name?: string | undefined;
  /** Undefined: as long as the pool waits. */
  readonly waitMs?: number | undefined;
}

interface LastStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly translateError: ((error: unknown) => unknown) | undefined;
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

/** One that may be tried again without its name. */
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
    // Nothing was done: it failed before it began.
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

/** Its name is chosen when it is sent: by then the tables may have changed. */
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
