/**
 * One connection that posts batches, one after the other. Every batch is one statement and so one transaction; ids make it
 * safe to send it again when the connection broke and nobody knows whether it was committed.
 */
import { Outage, sqlState, type Database, type Log } from "#platform";
import type pg from "pg";
import { createAccountIds } from "./account-ids.ts";
import { numberArray } from "./array-literals.ts";
import { eventColumns, resultsByEvent } from "./event-columns.ts";
import type { Transfer, TransferEvent, TransferResult } from "./transfer.ts";

export interface Lane {
  post(events: readonly TransferEvent[]): Promise<TransferResult[][]>;
  close(): Promise<void>;
}

type Door = "ledger_post_batch" | "ledger_post_exact";

const UNIQUE_VIOLATION = "23505";
const DEADLOCK = "40P01";
const ATTEMPTS_MAX = 4;

export function createLane(database: Database, log: Log): Lane {
  const accountIds = createAccountIds();
  let client: pg.PoolClient | undefined;

  const connected = async (): Promise<pg.PoolClient> => (client ??= await database.pool.connect());
  const drop = (): void => {
    client?.release(true);
    client = undefined;
  };

  return {
    async post(events) {
      const legs = events.flat();
      let door: Door = "ledger_post_batch";
      for (let attempt = 1; ; attempt++) {
        try {
          const connection = await connected();
          const values = await parameters(connection, accountIds, events, legs);
          return resultsByEvent(events, await call(connection, door, values));
        } catch (error) {
          const state = sqlState(error);
          if (attempt === ATTEMPTS_MAX) throw state ? error : asOutage(error);
          if (state === UNIQUE_VIOLATION) door = "ledger_post_exact";
          else if (state === undefined || state.startsWith("57P")) drop();
          else if (state !== DEADLOCK) throw error;
          log.warn({ error, attempt, events: events.length }, "ledger batch is sent again");
        }
      }
    },
    async close() {
      client?.release();
      client = undefined;
    },
  };
}

async function parameters(
  connection: pg.PoolClient,
  accountIds: ReturnType<typeof createAccountIds>,
  events: readonly TransferEvent[],
  legs: readonly Transfer[],
): Promise<unknown[]> {
  const ids = await accountIds.of(
    connection,
    legs.flatMap((leg) => [leg.debit, leg.credit]),
  );
  const accounts = [...new Set(ids)].toSorted((a, b) => a - b);
  const places = new Map(accounts.map((id, index) => [id, index + 1]));
  const place = (index: number): number => places.get(ids[index] ?? 0) ?? 0;
  const columns = eventColumns(events, legs);
  return [
    numberArray(accounts),
    columns.event,
    columns.id,
    numberArray(legs.map((_, index) => place(2 * index))),
    numberArray(legs.map((_, index) => place(2 * index + 1))),
    columns.amount,
    columns.code,
    columns.kind,
    columns.pending,
    columns.cause,
  ];
}

async function call(
  connection: pg.PoolClient,
  door: Door,
  values: unknown[],
): Promise<number[] | null> {
  const { rows } = await connection.query<{ results: number[] | null }>({
    name: door,
    text: `select ${door}($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as results`,
    values,
  });
  return rows[0]?.results ?? null;
}

function asOutage(error: unknown): Outage {
  return new Outage("database", error instanceof Error ? error.message : "no answer", {
    cause: error,
  });
}
