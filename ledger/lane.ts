/**
 * One connection that posts batches, one after the other. Every batch is one statement and so one
 * transaction; ids make it safe to send it again when the connection broke and nobody knows whether
 * it was committed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Outage, sqlState, type Database, type Log } from "#platform";
import type pg from "pg";
import type { AccountIds } from "./account-ids.ts";
import { exactCall, plainCall, singleCall } from "./calls.ts";
import { resultsByEvent } from "./event-columns.ts";
import type { Transfer, TransferEvent, TransferResult } from "./transfer.ts";

export interface Lane {
  post(events: readonly TransferEvent[]): Promise<TransferResult[][]>;
  close(): Promise<void>;
}

const DEADLOCK = "40P01";
const SERVER_GOES = /^(57P|08)/;
const ATTEMPTS_MAX = 4;
const PAUSE_MS = 100;

/**
 * Plans are made once and kept while tables grow, so they must not be the ones that suit empty
 * tables; bitmap scans would take row locks in another order than that of the ids.
 */
const SESSION = `set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
  set plan_cache_mode = force_generic_plan; set jit = off`;

interface LaneParts {
  readonly database: Database;
  readonly log: Log;
  /** Shared by the lanes of a process. */
  readonly accountIds: AccountIds;
}

export function createLane({ database, log, accountIds }: LaneParts): Lane {
  let client: pg.PoolClient | undefined;

  const connect = async (): Promise<pg.PoolClient> => {
    const opened = await database.pool.connect();
    client = opened;
    // A connection lost between batches shows at the next one; without a listener it would end the
    // process.
    opened.on("error", () => undefined);
    await opened.query(SESSION);
    return opened;
  };
  const drop = (): void => {
    client?.release(true);
    client = undefined;
  };

  return {
    async post(events) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await postOn(client ?? (await connect()), accountIds, events, attempt > 1);
        } catch (error) {
          if (error instanceof TypeError || error instanceof RangeError) throw error;
          const state = sqlState(error);
          if (state === undefined || SERVER_GOES.test(state)) {
            drop();
            log.warn({ error, attempt, events: events.length }, "a ledger batch is sent again");
            if (attempt === ATTEMPTS_MAX) throw asOutage(error);
            await sleep(attempt * PAUSE_MS);
          } else if (attempt === ATTEMPTS_MAX || (attempt > 1 && state !== DEADLOCK)) throw error;
        }
      }
    },
    async close() {
      drop();
    },
  };
}

async function postOn(
  connection: pg.PoolClient,
  accountIds: AccountIds,
  events: readonly TransferEvent[],
  isExact: boolean,
): Promise<TransferResult[][]> {
  const legs = events.flat();
  const names = legs.flatMap((leg) => [leg.debit, leg.credit]);
  const ids = accountIds.known(names) ?? (await accountIds.lookUp(connection, names));
  const isQuick = !isExact && legs.every(isPlain);
  const [only] = legs;
  if (isQuick && only && legs.length === 1) {
    const { rowCount } = await connection.query(singleCall(only, ids));
    if (rowCount === 1) return [["ok"]];
  }
  const call = isQuick && legs.length > 1 ? plainCall : exactCall;
  const { rows } = await connection.query<{ results: number[] | null }>(call(events, legs, ids));
  return resultsByEvent(events, rows[0]?.results ?? null);
}

function isPlain({ kind = "plain", debit, credit }: Transfer): boolean {
  return kind === "plain" && debit !== credit;
}

function asOutage(error: unknown): Outage {
  return new Outage("database", error instanceof Error ? error.message : "no answer", {
    cause: error,
  });
}
