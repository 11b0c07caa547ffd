/**
 * Group commit: many callers' events go to the database in one call and one commit, each caller
 * learns its own answer after that commit. No timer: a free lane takes what waits, so a lone caller
 * never waits for company.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Outage, type Database, type Log } from "#platform";
import { createAccountIds } from "./account-ids.ts";
import { assertWellFormed } from "./event-columns.ts";
import { createLane, type Lane } from "./lane.ts";
import type { TransferEvent, TransferResult } from "./transfer.ts";

/**
 * One prepares while the other waits for the disk. More would queue for the locks of busy accounts.
 */
const LANES = 2;
/** When more than a batch waits, a third lane is worth its waiting for locks. */
const LANES_WHEN_DEEP = 3;
/** Larger batches share accounts so often that the lanes wait for each other. */
const BATCH_EVENTS_MAX = 128;
const QUEUE_EVENTS_MAX = 10_000;

export interface Ledger {
  /**
   * Resolves after the commit with one result per leg. Throws an Outage when too much waits or the
   * database is away.
   */
  enqueue(event: TransferEvent): Promise<TransferResult[]>;
  /** Posts what waits, then gives the connections back. */
  close(): Promise<void>;
}

interface Waiting {
  readonly event: TransferEvent;
  readonly resolve: (results: TransferResult[]) => void;
  readonly reject: (error: unknown) => void;
}

interface LedgerParts {
  readonly database: Database;
  readonly log: Log;
}

export function createLedger({ database, log }: LedgerParts): Ledger {
  const accountIds = createAccountIds();
  const lanes = Array.from({ length: LANES_WHEN_DEEP }, () =>
    createLane({ database, log, accountIds }),
  );
  const free = [...lanes];
  const running = new Set<Promise<void>>();
  let queue: Waiting[] = [];
  let isScheduled = false;
  let isClosed = false;

  const start = (): void => {
    isScheduled = false;
    while (queue.length > 0) {
      const wanted = queue.length > BATCH_EVENTS_MAX ? LANES_WHEN_DEEP : LANES;
      const usable = wanted - running.size;
      const lane = usable > 0 ? free.pop() : undefined;
      if (!lane) return;
      const share = Math.ceil(queue.length / usable);
      const { batch, rest } = split(queue, Math.min(share, BATCH_EVENTS_MAX));
      queue = rest;
      const run = flush(lane, batch).finally(() => {
        running.delete(run);
        free.push(lane);
        schedule();
      });
      running.add(run);
    }
  };

  const schedule = (): void => {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    // After all that answers of a batch set in motion: callers that send again at once are in the
    // next batch.
    process.nextTick(start);
  };

  return {
    enqueue(event) {
      return new Promise((resolve, reject) => {
        assertWellFormed(event);
        if (isClosed) throw new Outage("ledger", "closed");
        if (queue.length >= QUEUE_EVENTS_MAX) throw new Outage("ledger", "too many transfers wait");
        queue.push({ event, resolve, reject });
        schedule();
      });
    },
    async close() {
      isClosed = true;
      while (queue.length > 0 || running.size > 0) {
        await Promise.all(running);
        await nextTurn();
      }
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

async function flush(lane: Lane, batch: readonly Waiting[]): Promise<void> {
  try {
    const results = await lane.post(batch.map(({ event }) => event));
    batch.forEach(({ resolve }, index) => resolve(results[index] ?? []));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** The first `size` events, but never one id twice: a repeat waits for the answer of the first. */
function split(queue: readonly Waiting[], size: number): { batch: Waiting[]; rest: Waiting[] } {
  const ids = new Set<string>();
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
  for (const waiting of queue) {
    if (batch.length === size || waiting.event.some(({ id }) => ids.has(id))) rest.push(waiting);
    else {
      batch.push(waiting);
      for (const { id } of waiting.event) ids.add(id);
    }
  }
  return { batch, rest };
}
