/**
 * Connects to standbys for reading. A URL may name several standbys, so the replayed position is
 * tracked per connection. A statement runs on a connection that has replayed the required position.
 * If no connection has replayed it, the statement waits briefly and then fails, so that the primary
 * is used.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  openDatabase,
  type Database,
  type DatabaseTransaction,
  type Lent,
} from "../database/database.ts";
import { sqlState } from "../database/database-errors.ts";
import { Outage } from "../errors/refusal.ts";
import { readPosition, type WalPosition } from "./wal-position.ts";

/**
 * The reason why the primary must handle a read. `uncounted`: stored sums must be updated first.
 * `fault`: the read tried to write.
 */
export type Missing = "behind" | "away" | "uncounted" | "fault";

/** Thrown by a reader of stored sums that are not up to date. */
export class Uncounted extends Outage {
  constructor() {
    super("database", "what is kept in sums has to be counted up at the primary");
  }
}

export interface StandbyView {
  /** The standby's database connection pool. Writes fail on it. */
  readonly database: Database;
  readonly isUsed: boolean;
  /**
   * Set after a failed statement, even if the caller caught its error, because the result may then
   * be wrong.
   */
  readonly missing: Missing | undefined;
  /**
   * True if the error was not reported by a server, that is, if the server or the network is down
   * or the pool is exhausted.
   */
  readonly isLost: boolean;
}

export interface StandbyState {
  /** The system identifier that all servers of one database share. */
  readonly systemId: string;
  /** The position that the server has replayed. Undefined if the server is not a standby. */
  readonly replayed: WalPosition | undefined;
}

export interface Standby {
  at(required: WalPosition): StandbyView;
  /** Reads the server's state. Throws Outage. */
  readState(): Promise<StandbyState>;
  close(): Promise<void>;
}

/** Maximum number of connections to the standby. The pool of the primary may have 20 more. */
const CONNECTIONS_MAX = 10;
/**
 * Time limit for getting a connection. It is short, so that reads use the primary when the pool is
 * full.
 */
const CONNECT_MS_MAX = 1_000;
/**
 * Time limit for a response. It leaves the primary enough time to respond before a browser times
 * out.
 */
const SILENCE_MS_MAX = 10_000;
const WAIT_MS_MAX = 150;
const ASK_EVERY_MS = 15;
const WRITES_REFUSED = "25006";

const REPLAYED = "select pg_last_wal_replay_lsn()::text as position";
const STATE = `select (select system_identifier from pg_control_system())::text as "systemId",
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`;

export function openStandby(url: string): Standby {
  const database = openDatabase(url, {
    connectionsMax: CONNECTIONS_MAX,
    connectMsMax: CONNECT_MS_MAX,
    silenceMsMax: SILENCE_MS_MAX,
  });
  const positions = new WeakMap<object, WalPosition>();

  const hasCome = async ({ connection, query }: Lent, required: WalPosition): Promise<boolean> => {
    if ((positions.get(connection) ?? -1n) >= required) return true;
    const [row] = await query<{ position: string | null }>(REPLAYED);
    const position = readPosition(row?.position ?? "");
    // A primary is never behind, but `look` must first verify that the server belongs to our
    // database.
    if (position === undefined) throw new Outage("database", "the standby became a primary");
    positions.set(connection, position);
    return position >= required;
  };

  /**
   * Runs work on a connection that has replayed the position. Holds no connection while waiting.
   */
  const on = async <Result>(
    { required, untilMs }: { readonly required: WalPosition; readonly untilMs: number },
    work: (lent: Lent) => Promise<Result>,
  ): Promise<Result> => {
    for (;;) {
      const outcome = await database.lend(async (lent) =>
        (await hasCome(lent, required)) ? { result: await work(lent) } : undefined,
      );
      if (outcome) return outcome.result;
      if (performance.now() >= untilMs) throw new Behind();
      await sleep(ASK_EVERY_MS);
    }
  };

  return {
    at(required) {
      const from = { required, untilMs: performance.now() + WAIT_MS_MAX };
      let isUsed = false;
      let missing: Missing | undefined;
      let isLost = false;
      const noting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
        isUsed = true;
        try {
          return await work();
        } catch (error) {
          const why = missingBy(error);
          missing ??= why;
          isLost ||= why === "away" && stateOf(error) === undefined;
          throw error;
        }
      };
      const inside = (tx: DatabaseTransaction): DatabaseTransaction => ({
        ...tx,
        isStandby: true,
        query: (text, values) => noting(() => tx.query(text, values)),
      });
      return {
        database: {
          ...database,
          isStandby: true,
          query: (text, values) => noting(() => on(from, ({ query }) => query(text, values))),
          transaction: (work) =>
            noting(() => on(from, ({ transaction }) => transaction((tx) => work(inside(tx))))),
        },
        get isUsed() {
          return isUsed;
        },
        get missing() {
          return missing;
        },
        get isLost() {
          return isLost;
        },
      };
    },
    async readState() {
      const [row] = await database.query<{ systemId: string; position: string | null }>(STATE);
      const position = row?.position ?? undefined;
      return {
        systemId: row?.systemId ?? "",
        replayed: position === undefined ? undefined : readPosition(position),
      };
    },
    close: () => database.close(),
  };
}

class Behind extends Outage {
  constructor() {
    super("database", "the standby has not come so far");
  }
}

/**
 * Returns the reason for an error. Undefined if the standby did not cause the error, for example if
 * the error is a refusal.
 */
function missingBy(error: unknown): Missing | undefined {
  if (error instanceof Behind) return "behind";
  if (error instanceof Uncounted) return "uncounted";
  const state = stateOf(error);
  if (state === WRITES_REFUSED) return "fault";
  return error instanceof Outage || state !== undefined ? "away" : undefined;
}

function stateOf(error: unknown): string | undefined {
  return error instanceof Outage ? sqlState(error.cause) : sqlState(error);
}
