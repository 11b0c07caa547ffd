/**
 * Posts the journal's batches to the database, one at a time. Retries each batch until it succeeds.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { failpoint, type Clock, type Database, type Log } from "#platform";
import type { RejectCounts, WorkerRejects } from "./accepted-share.ts";
import { postBatch } from "./post-batch.ts";
import { addRejects } from "./rejects-table.ts";
import type { ShareJournal } from "./share-journal.ts";

export interface JournalPoster {
  /** Counts a rejected share in memory. Counts are written to the database every ten seconds. */
  noteReject(worker: Omit<WorkerRejects, "counts">, reason: keyof RejectCounts): void;
  /** Stops posting. Unposted batches stay in the journal until the next start. */
  stop(): Promise<void>;
}

interface PosterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: ShareJournal;
  readonly instanceId: string;
  /** Called with the users whose shares have been written to the database. */
  readonly onPosted: (userIds: readonly string[]) => void;
}

const PAUSE_MS = 250;
const AFTER_FAILURE_MS = 1_000;
const REJECTS_MS = 10_000;
const REJECTED_WORKERS_MAX = 10_000;
const STOP_ROUNDS = 20;
const NONE: RejectCounts = { stale: 0, duplicate: 0, low: 0, invalid: 0 };

export function startJournalPoster(deps: PosterDeps): JournalPoster {
  const { database, clock, log, journal, instanceId, onPosted } = deps;
  const stopping = new AbortController();
  let rejects = new Map<string, WorkerRejects>();
  let rejectsAtMs = clock.now().getTime();
  let wasAway = false;

  const postClosed = async (): Promise<void> => {
    for (const id of journal.closedBatches()) {
      const shares = journal.readBatch(id);
      if (shares.length > 0) await postBatch(database, { id, instanceId, shares });
      failpoint("pool.posted");
      journal.removeBatch(id);
      const userIds = new Set(shares.flatMap(({ userId }) => userId ?? []));
      if (userIds.size > 0) onPosted([...userIds]);
    }
  };

  const postRejects = async (): Promise<void> => {
    const now = clock.now();
    if (now.getTime() - rejectsAtMs < REJECTS_MS && !stopping.signal.aborted) return;
    rejectsAtMs = now.getTime();
    const counted = [...rejects.values()];
    rejects = new Map();
    await addRejects(database, counted, now);
  };

  const round = async (): Promise<number> => {
    try {
      await postClosed();
      await postRejects();
      wasAway = false;
      return PAUSE_MS;
    } catch (error) {
      if (!wasAway) log.warn({ error }, "posting shares failed; they stay in the journal");
      wasAway = true;
      return AFTER_FAILURE_MS;
    }
  };

  const working = (async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await round();
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    noteReject({ userId, worker }, reason) {
      const key = `${userId ?? ""} ${worker}`;
      const { counts } = rejects.get(key) ?? { counts: NONE };
      if (!rejects.has(key) && rejects.size >= REJECTED_WORKERS_MAX) return;
      rejects.set(key, { userId, worker, counts: { ...counts, [reason]: counts[reason] + 1 } });
    },
    async stop() {
      stopping.abort();
      await working;
      // Wait until the open batch is closed, which takes up to a second.
      for (let rounds = STOP_ROUNDS; journal.bytes() > 0 && rounds > 0; rounds -= 1) {
        await round();
        if (journal.bytes() > 0) await sleep(PAUSE_MS);
        if (wasAway) return;
      }
    },
  };
}
