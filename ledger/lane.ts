/**
 * One connection that posts batches, one after the other. Every batch is one statement and so one transaction; ids make it
 * safe to send it again when the connection broke and nobody knows whether it was committed.
 */
import { Outage, sqlState, type Database, type Log } from "#platform";
import type pg from "pg";
import type { AccountIds } from "./account-ids.ts";
import { exactCall, plainCall, singleCall, type Call } from "./calls.ts";
import { resultsByEvent } from "./event-columns.ts";
import type { TransferEvent, TransferResult } from "./transfer.ts";

export interface Lane {
  post(events: readonly TransferEvent[]): Promise<TransferResult[][]>;
  close(): Promise<void>;
}

const DEADLOCK = "40P01";
const SERVER_GOES = /^(57P|08)/;
const ATTEMPTS_MAX = 4;

/**
 * Plans are made once and kept while tables grow, so they must not be the ones that suit empty tables; bitmap scans would
 * take row locks in another order than that of the ids.
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

  const connected = async (): Promise<pg.PoolClient> => {
    if (client) return client;
    const opened = await database.pool.connect();
    client = opened;
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
          return await postOn(await connected(), accountIds, events, attempt > 1);
        } catch (error) {
          const state = sqlState(error);
          if (state === undefined || SERVER_GOES.test(state)) {
            drop();
            log.warn({ error, attempt, events: events.length }, "a ledger batch is sent again");
            if (attempt === ATTEMPTS_MAX) throw asOutage(error);
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
  const ids = await accountIds.of(
    connection,
    legs.flatMap((leg) => [leg.debit, leg.credit]),
  );
  const isPlain = legs.every(
    ({ kind = "plain", debit, credit }) => kind === "plain" && debit !== credit,
  );
  const [only] = legs;
  if (!isExact && isPlain && only && legs.length === 1) {
    const answer = await run(connection, singleCall(only, ids));
    if (answer !== undefined) return [["ok"]];
  }
  const call =
    isPlain && !isExact && legs.length > 1
      ? plainCall(events, legs, ids)
      : exactCall(events, legs, ids);
  return resultsByEvent(events, (await run(connection, call)) ?? null);
}

/** The function's answer: undefined when a statement touched no row, null when all is well. */
async function run(
  connection: pg.PoolClient,
  call: Call,
): Promise<readonly number[] | null | undefined> {
  const { rows } = await connection.query<{ results: readonly number[] | null }>({
    name: call.name,
    text: call.text,
    values: [...call.values],
  });
  return rows[0]?.results;
}

function asOutage(error: unknown): Outage {
  return new Outage("database", error instanceof Error ? error.message : "no answer", {
    cause: error,
  });
}
