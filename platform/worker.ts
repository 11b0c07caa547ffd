/**
 * Runs a background worker. Only one round runs at a time. Rounds are repeated after `everyMs`, or
 * at once when an event wakes the worker. If the worker has a lock name, only one process of the
 * installation runs it. A failed round is logged and retried, and never ends the process.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "./bus/bus.ts";
import type { Database } from "./database/database.ts";
import type { Log } from "./process/log.ts";

export interface WorkerPlan {
  readonly name: string;
  readonly everyMs: number;
  /**
   * The minimum pause between two rounds, however often the worker is woken. Because a round
   * handles all waiting work, fewer rounds cost less under load. A wake-up after the pause starts a
   * round at once. Defaults to 0.
   */
  readonly restMs?: number;
  /** Runs one round. `signal` is aborted when the worker must stop. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface Worker {
  /** Waits for the current round, then stops. */
  stop(): Promise<void>;
}

export interface WorkerState {
  readonly name: string;
  /** End of the last successful round. Null before the first successful round. */
  readonly lastRoundAt: Date | null;
  /** The error of the last round. Null if the last round succeeded. */
  readonly failure: string | null;
  /** Number of consecutive failed rounds. */
  readonly failures: number;
  /** True if no round has succeeded for so long that a round must be stuck. */
  readonly isLate: boolean;
}

interface Noted extends Omit<WorkerState, "isLate"> {
  readonly everyMs: number;
  /**
   * Time of the last successful round, or of the start. Measured by the timers' clock, which stops
   * while a laptop sleeps.
   */
  readonly wellAtMs: number;
}

const states = new WeakMap<Database, Map<string, Noted>>();

/**
 * Time that a round may take in addition to the pause. It is long because a round may process many
 * messages or payouts.
 */
const ROUND_MS_MAX = 120_000;

/**
 * Returns the states of all workers that this process has started on this database, by name.
 * `nowMs` is a time of `performance.now()`.
 */
export function workerStates(database: Database, nowMs = performance.now()): WorkerState[] {
  return [...(states.get(database)?.values() ?? [])]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, lastRoundAt, failure, failures, everyMs, wellAtMs }) => {
      const isLate = nowMs - wellAtMs > 2 * everyMs + ROUND_MS_MAX;
      return { name, lastRoundAt, failure, failures, isLate };
    });
}

function noteState(database: Database, state: Noted): void {
  const noted = states.get(database) ?? new Map<string, Noted>();
  states.set(database, noted.set(state.name, state));
}

interface WorkerDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Log;
}

const FAILURE_PAUSE_MS = 1_000;
const RETRY_MS = 60_000;

export function startWorker({ database, bus, log }: WorkerDeps, plan: WorkerPlan): Worker {
  const stopping = new AbortController();
  let wake: (() => void) | undefined;
  let isAwake = false;
  const unsubscribe = bus.subscribe("wake", ({ worker }) => {
    if (worker !== plan.name) return;
    isAwake = true;
    wake?.();
  });

  const rest = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isAwake || stopping.signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const { name, everyMs, restMs = 0 } = plan;
  let wellAtMs = performance.now();
  let lastRoundAt: Date | null = null;
  let failures = 0;
  const note = (failure: string | null) =>
    noteState(database, { name, everyMs, wellAtMs, lastRoundAt, failure, failures });
  note(null);

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      let pauseMs = plan.everyMs;
      try {
        const hasRun = await withWorkerLock(database, plan.name, () => plan.run(stopping.signal));
        // A successful round in another process does not clear the failure in this process.
        if (hasRun || failures === 0) {
          lastRoundAt = new Date();
          wellAtMs = performance.now();
          failures = 0;
          note(null);
        } else pauseMs = failurePauseMs(plan.everyMs, failures);
      } catch (error) {
        failures += 1;
        pauseMs = failurePauseMs(plan.everyMs, failures);
        note(error instanceof Error ? error.message : "unknown");
        if (!stopping.signal.aborted)
          log.error({ error, worker: plan.name }, "worker round failed");
      }
      await rest(restMs);
      await pause(pauseMs - restMs);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      wake?.();
      unsubscribe();
      await rounds;
    },
  };
}

/**
 * Returns the pause after failed rounds: one minute, two, four and so on. Without these shorter
 * pauses, an hourly worker would appear broken for an hour after a short database outage.
 */
function failurePauseMs(everyMs: number, failures: number): number {
  return Math.max(FAILURE_PAUSE_MS, Math.min(everyMs, RETRY_MS * 2 ** (failures - 1)));
}

/**
 * Runs `work` while holding the session advisory lock of that name. Returns false if another
 * process holds the lock.
 */
async function withWorkerLock(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await database.locks.connect();
  // The connection is considered broken until its last response arrives, because a connection that
  // did not respond must not be reused.
  let isBroken = true;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 1)) as locked",
      [`worker/${name}`],
    );
    if (!rows[0]?.locked) {
      isBroken = false;
      return false;
    }
    try {
      await work();
      return true;
    } finally {
      isBroken = await client
        .query("select pg_advisory_unlock(hashtextextended($1, 1))", [`worker/${name}`])
        .then(
          () => false,
          () => true,
        );
    }
  } finally {
    client.release(isBroken);
  }
}
