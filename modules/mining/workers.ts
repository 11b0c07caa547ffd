/** The background work of mining: paying what is due, and compacting what was paid long ago. */
import { startWorker, type PayGate, type Worker } from "#platform";
import { compactedBefore, compactPayouts } from "./payouts/compact-payouts.ts";
import { payOutDue, type PayoutDeps } from "./payouts/payout-round.ts";
import { watchDueWork } from "./work/due-work.ts";
import { COMPACTION_WORKER, PAYOUT_WORKER } from "./worker-name.ts";

/** A payout at least this often while mining is on. */
const PAYOUT_SECONDS = 60;

const ROUND_MS_MAX = 5_000;

/**
 * Once a UTC day there is something to compact; what a round does not come to, the next one does.
 */
const COMPACTION_MS = 60_000;

/** One process of the installation does each at a time; a second one would find nothing due. */
export function startMiningWorkers(
  deps: Omit<PayoutDeps, "payoutSeconds"> & {
    readonly payoutSeconds?: number | undefined;
    readonly payGate: PayGate;
    /** So many whole UTC days keep each payout. */
    readonly keptDays: number;
  },
): Worker {
  const { payGate, payoutSeconds = PAYOUT_SECONDS } = deps;
  const dueWork = watchDueWork(deps.database, payoutSeconds);
  const everyMs = Math.min(payoutSeconds * 1_000, ROUND_MS_MAX);
  const payouts = startWorker(deps, {
    name: PAYOUT_WORKER,
    everyMs,
    async run(signal) {
      const clock = await payGate.checkedClock();
      if (!clock) return;
      const failures = await payOutDue({ ...deps, clock, payoutSeconds, dueWork }, signal);
      // The others were paid; the round fails so that the administrators' dashboard does not say
      // that all were.
      if (failures > 0) throw new Error(`${failures} could not be paid`);
    },
  });
  let doneBefore = 0;
  const compactions = startWorker(deps, {
    name: COMPACTION_WORKER,
    everyMs: COMPACTION_MS,
    async run(signal) {
      // A clock that may be wrong decides what is old as little as what is due.
      const clock = await payGate.checkedClock();
      if (!clock) return;
      const before = compactedBefore(clock.now(), deps.keptDays).getTime();
      if (before === doneBefore) return;
      const enough = AbortSignal.any([signal, AbortSignal.timeout(COMPACTION_MS)]);
      const {
        isDone,
        payouts: gone,
        failures,
      } = await compactPayouts({ ...deps, clock, payoutSeconds }, enough);
      if (gone > 0) deps.log.info({ payouts: gone }, "payouts folded");
      if (failures > 0) throw new Error(`the payouts of ${failures} could not be folded`);
      if (isDone) doneBefore = before;
    },
  });
  return {
    async stop() {
      await Promise.all([payouts.stop(), compactions.stop()]);
    },
  };
}
