/** Handlers for a user's own workers. Another user's worker returns 404 as if it did not exist. */
import type { miningWorkersApi } from "#api/mining-workers";
import type { Handlers } from "#api/route";
import type { Clock, Database } from "#platform";
import { SHARE_DAYS, SLOT_DAYS } from "../work/sweep-shares.ts";
import { courseOf, courseSpan } from "./course.ts";
import { readLastRejects, readSteps } from "./course-table.ts";
import { ratesOf, SILENT_MS, combine, windowsAt } from "./measure.ts";
import { presentRejects, presentWorker } from "./present.ts";
import { workerRefusals } from "./refusals.ts";
import { sharesCsv } from "./shares-csv.ts";
import { readWorkers, saveWorkerSettings, type WorkerRow } from "./workers-table.ts";

interface WorkersDeps {
  readonly database: Database;
  readonly clock: Clock;
}

interface Own {
  readonly userId: string;
  readonly workerId: string;
}

const LAST_REJECTS_MAX = 20;
const DAY_MS = 86_400_000;

export function workersRoutes({ database, clock }: WorkersDeps): Handlers<typeof miningWorkersApi> {
  const readOwn = async (own: Own, now: Date, since = windowsAt(now)): Promise<WorkerRow> => {
    const [row] = await readWorkers(database, { ...own, since });
    if (!row) throw workerRefusals.worker_unknown();
    return row;
  };

  return {
    async listWorkers({ caller }) {
      const now = clock.now();
      const since = windowsAt(now);
      const rows = await readWorkers(database, { userId: caller.userId, since });
      return {
        at: now,
        items: rows
          .filter(({ isHidden }) => !isHidden)
          .map((row) => presentWorker(row, since, now)),
        nextCursor: null,
        all: ratesOf(combine(rows, now), since, now),
      };
    },

    async getWorker({ caller, params: { workerId }, query }) {
      const now = clock.now();
      const since = windowsAt(now);
      const span = courseSpan(query.range, now);
      const row = await readOwn({ userId: caller.userId, workerId }, now, since);
      const [steps, rejects] = await Promise.all([
        readSteps(database, { workerId, ...span }),
        readLastRejects(database, workerId, LAST_REJECTS_MAX),
      ]);
      return {
        at: now,
        worker: presentWorker(row, since, now),
        course: courseOf(steps, span, { ...row, now }),
        lastRejects: rejects.map(({ at, ...counts }) => ({ at, ...presentRejects(counts) })),
        kept: { shareDays: SHARE_DAYS, slotDays: SLOT_DAYS },
      };
    },

    async changeWorker({ caller, params: { workerId }, body }) {
      const now = clock.now();
      const since = windowsAt(now);
      const own = { userId: caller.userId, workerId };
      const isThere = await saveWorkerSettings(database, {
        ...own,
        isAlertOn: body.isAlertOn,
        isForgotten: body.isForgotten ?? false,
        silentSince: new Date(now.getTime() - SILENT_MS),
      });
      if (!isThere) throw workerRefusals.worker_unknown();
      return presentWorker(await readOwn(own, now, since), since, now);
    },

    async exportWorkerShares({ caller, params: { workerId }, query: { cursor } }) {
      const now = clock.now();
      await readOwn({ userId: caller.userId, workerId }, now);
      const since = new Date(now.getTime() - SHARE_DAYS * DAY_MS);
      return sharesCsv(database, { workerId, since, cursor });
    },
  };
}
