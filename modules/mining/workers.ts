/** Mining's background workers: payouts, and compaction of old payouts. */
import { startWorker, type PayGate, type Worker } from "#platform";
import { compactedBefore, compactPayouts } from "./payouts/compact-payouts.ts";
import { payOutDue, type PayoutDeps } from "./payouts/payout-round.ts";
import { watchDueWork } from "./work/due-work.ts";
import { COMPACTION_WORKER, PAYOUT_WORKER } from "./worker-name.ts";

/** Maximum time between two payouts to a user while mining is on. */
const PAYOUT_SECONDS = 60;

const ROUND_MS_MAX = 5_000;

/**
 * Time between two compaction rounds. It need not be short, because payouts become old enough only
 * once per UTC day. Each round continues an unfinished one.
 */
const COMPACTION_MS = 60_000;

/**
 * Starts the payout worker and the compaction worker. Locks ensure that each of them runs in only
 * one process of the installation.
 *
 * concurrent rounds in two processes with two database pools pay each user once
 */
export function startMiningWorkers(
  deps: Omit<PayoutDeps, "payoutSeconds"> & {
    readonly payoutSeconds?: number | undefined;
    readonly payGate: PayGate;
    /** Number of full UTC days whose single payouts are kept. */
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
      // All other users were paid. Fail the round nevertheless, so that the administrators'
      // dashboard shows the problem.
      if (failures > 0) throw new Error(`mining payouts that failed: ${failures}`);
    },
  });
  let doneBefore = 0;
  const compactions = startWorker(deps, {
    name: COMPACTION_WORKER,
    everyMs: COMPACTION_MS,
    async run(signal) {
      // Use a checked clock, because a wrong clock would compact payouts that are still recent.
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
      if (gone > 0) deps.log.info({ payouts: gone }, "payouts compacted");
      if (failures > 0)
        throw new Error(`hash-rate sources that could not be compacted: ${failures}`);
      if (isDone) doneBefore = before;
    },
  });
  return {
    async stop() {
      await Promise.all([payouts.stop(), compactions.stop()]);
    },
  };
}
