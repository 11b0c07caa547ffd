/** Background worker of mining: payouts. */
import { startWorker, type PayGate, type Worker } from "#platform";
import { payOutDue, type PayoutDeps } from "./payouts/payout-round.ts";
import { watchDueWork } from "./work/due-work.ts";
import { PAYOUT_WORKER } from "./worker-name.ts";

const ROUND_MS = 5_000;

/** Starts the worker. A lock lets one process of the installation run it at a time. */
export function startMiningWorker(
  deps: PayoutDeps & {
    readonly payGate: PayGate;
    /** Time between two rounds. Default: 5 seconds. */
    readonly everyMs?: number | undefined;
  },
): Worker {
  const { payGate, everyMs = ROUND_MS } = deps;
  const dueWork = watchDueWork(deps.database);
  return startWorker(deps, {
    name: PAYOUT_WORKER,
    everyMs,
    async run(signal) {
      const clock = await payGate.checkedClock();
      if (!clock) return;
      const failures = await payOutDue({ ...deps, clock, dueWork }, signal);
      // All other users were paid. The round fails so that the administrators' dashboard shows the
      // problem.
      if (failures > 0) throw new Error(`mining payouts that failed: ${failures}`);
    },
  });
}
