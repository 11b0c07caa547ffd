/**
 * Notifies owners when a worker has sent no share for five minutes, and again when the worker
 * resumes. A pool outage is not the miner's fault. Therefore, a silence counts only if the pool was
 * running, had work for miners and was checked during the whole silence. No notification is sent in
 * the first five minutes after an outage or a server start.
 */
import { deliver } from "#notifications";
import {
  startWorker,
  utcText,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
  type Worker,
} from "#platform";
import { HEARTBEAT_MS_MAX } from "../work/instances-table.ts";
import { SILENT_MS } from "../workers/measure.ts";
import {
  findOwnersToNotify,
  poolRunsSince,
  takeBack,
  takeFallen,
  type AlertTimes,
  type NotifiedWorker,
} from "./alerts-table.ts";

interface AlertDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

const EVERY_MS = 30_000;
/** Maximum time between two checks. An outage could go unnoticed during a longer gap. */
const GAP_MS_MAX = 90_000;
/** Maximum age of a block template. Miners do not work on older templates. */
const WORK_MS_MAX = 60_000;
/** Minimum time between two notifications to the same owner. The message mentions this time. */
const PAUSE_MS = 30 * 60_000;
/**
 * Maximum number of workers listed by name in a message. The message only gives the number of
 * further workers.
 */
const NAMES_MAX = 20;

export function startWorkerAlerts(deps: AlertDeps): Worker {
  return startWorker(deps, {
    name: "worker alerts",
    everyMs: EVERY_MS,
    run: workerAlerts(deps),
  });
}

/** Returns a function that runs one check. */
export function workerAlerts({ database, clock, bus, log }: AlertDeps) {
  let lookedAt: Date | undefined;
  let wellSince: Date | undefined;

  const check = async (now: Date): Promise<void> => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const runsSince = await poolRunsSince(database, {
      heartbeatSince: ago(HEARTBEAT_MS_MAX),
      workSince: ago(WORK_MS_MAX),
    });
    const isUnbroken = lookedAt !== undefined && lookedAt >= ago(GAP_MS_MAX);
    const lookedSince = (isUnbroken ? wellSince : undefined) ?? now;
    wellSince = runsSince && (runsSince > lookedSince ? runsSince : lookedSince);
    lookedAt = now;
  };

  return async (signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    await check(now);
    const silentSince = new Date(now.getTime() - SILENT_MS);
    const times = { now, silentSince, notifiedSince: new Date(now.getTime() - PAUSE_MS) };
    const isPoolWell = wellSince !== undefined && wellSince <= silentSince;
    for (const userId of await findOwnersToNotify(database, times, isPoolWell)) {
      if (signal.aborted) return;
      try {
        const isNotified = await database.transaction((tx) =>
          notify(tx, userId, times, isPoolWell),
        );
        if (isNotified) bus.publish("me", { userId, what: "mailbox" });
      } catch (error) {
        log.error({ error, userId }, "sending a message about a worker failed");
      }
    }
  };
}

async function notify(
  tx: DatabaseTransaction,
  userId: string,
  times: AlertTimes,
  isPoolWell: boolean,
): Promise<boolean> {
  const { now } = times;
  const back = await takeBack(tx, userId, times);
  const fallen = isPoolWell ? await takeFallen(tx, userId, times) : [];
  const isReturnNotified =
    back.length > 0 &&
    (await deliver(tx, { userId, template: "worker_back", values: wordsOf(back), now }));
  const isFallNotified =
    fallen.length > 0 &&
    (await deliver(tx, { userId, template: "worker_silent", values: wordsOf(fallen), now }));
  return isReturnNotified || isFallNotified;
}

function wordsOf(workers: readonly NotifiedWorker[]) {
  const [first] = workers;
  const lines = workers
    .slice(0, NAMES_MAX)
    .map(({ name, silentSince }) => `${name}: last share at ${utcText(silentSince)}`);
  const further = workers.length - lines.length;
  return {
    who: workers.length === 1 ? `Worker ${first?.name ?? ""}` : `${workers.length} workers`,
    workers: [...lines, ...(further > 0 ? [`and ${further} more`] : [])].join("\n"),
  };
}
