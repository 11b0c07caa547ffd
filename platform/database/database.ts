/**
 * One pool on PostgreSQL. Use cases open transactions with `transaction`; everything below them
 * takes a `Queryable` and never asks the pool while a transaction is open (that would deadlock on
 * the last connection).
 */
import pg from "pg";
import { Outage } from "../errors/refusal.ts";

export interface Queryable {
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
   * From now on a statement takes as long as it takes: for work on a whole table, never for a
   * request.
   */
  takeTime(): Promise<void>;
}

export interface Database extends Queryable {
  /** Commits when `run` resolves, rolls back when it throws. Read committed. */
  transaction<Result>(run: (tx: DatabaseTransaction) => Promise<Result>): Promise<Result>;
  /** The pool itself, for the ledger's lanes and for LISTEN. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INT8_OID = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8_OID && format !== "binary"
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

const STATEMENT_MS_MAX = 30_000;
/**
 * A server that is frozen, or cut off without a word, keeps no limit of its own: its connection is
 * given up. Longer than any statement may take.
 */
const SILENCE_MS_MAX = 40_000;
const ROLLBACK_MS_MAX = 5_000;
/** The longest that a timer can be set to. */
const UNHURRIED_MS = 2 ** 31 - 1;

export function openDatabase(
  url: string,
  options: { readonly connectionsMax?: number; readonly silenceMsMax?: number } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_MS_MAX,
    query_timeout: options.silenceMsMax ?? SILENCE_MS_MAX,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "hashfloor",
    types,
  });
  // A connection that PostgreSQL dropped is replaced, and the query on it becomes an Outage;
  // without listeners on both the idle and the lent ones the loss itself would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));

  return {
    pool,
    query: (text, values) => run(pool, text, values),
    async transaction(work) {
      const client = await connect(pool);
      let broken: Error | undefined;
      let waitMs: number | undefined;
      try {
        await client.query("begin");
        const result = await work({
          isTransaction: true,
          query: (text, values) => run(client, text, values, waitMs),
          async takeTime() {
            await client.query("set local statement_timeout = 0");
            waitMs = UNHURRIED_MS;
          },
        });
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query(waiting("rollback", ROLLBACK_MS_MAX)).catch((failure: Error) => {
          broken = failure;
        });
        throw asOutage(error);
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asOutage(error);
  }
}

/** `waitMs` undefined: as long as the pool waits. */
function waiting(text: string, waitMs: number | undefined): pg.QueryConfig {
  const statement: pg.QueryConfig & { readonly query_timeout?: number } = {
    text,
    ...(waitMs === undefined ? {} : { query_timeout: waitMs }),
  };
  return statement;
}

async function run<Row>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
  waitMs?: number,
): Promise<Row[]> {
  try {
    const result = await client.query({ ...waiting(text, waitMs), values: [...values] });
    return result.rows as Row[];
  } catch (error) {
    throw asOutage(error);
  }
}

/**
 * The connection or the server went (08, 57P0, 25P03), it is full (53), or it gave up on this
 * attempt: deadlock, serialization failure, statement or lock timeout. Nothing was written, the
 * same work may be done again.
 */
const OUTAGE_STATES = /^(08|53|57P0|25P03|40P01|40001|57014|55P03)/;

/**
 * Those become an Outage; what SQL itself reports (constraints, HF...) passes through unchanged.
 */
function asOutage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isLost =
    OUTAGE_STATES.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/.test(
      error.message,
    );
  return isLost ? new Outage("database", error.message, { cause: error }) : error;
}

/** The SQLSTATE of a database error, else undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}
