/** The background work of mining: paying what is due. */
import { startWorker, type PayGate, type Worker } from "#platform";
import { payOutDue, type PayoutParts } from "./pay-out.ts";
import { watchDueWork } from "./work/due-work.ts";
import { PAYOUT_WORKER } from "./worker-name.ts";

/** A payout at least this often while mining is on. */
const PAYOUT_SECONDS = 60;

const ROUND_MS_MAX = 5_000;

/** One process of the installation pays at a time; a second one would find nothing due. */
export function startMiningWorkers(
  parts: Omit<PayoutParts, "payoutSeconds"> & {
    readonly payoutSeconds?: number | undefined;
    readonly payGate: PayGate;
  },
): Worker {
  const payoutSeconds = parts.payoutSeconds ?? PAYOUT_SECONDS;
  const dueWork = watchDueWork(parts.database, payoutSeconds);
  const everyMs = Math.min(payoutSeconds * 1_000, ROUND_MS_MAX);
  return startWorker(parts, {
    name: PAYOUT_WORKER,
    everyMs,
    async run(signal) {
      if (!(await parts.payGate.isOpen())) return;
      const failures = await payOutDue({ ...parts, payoutSeconds, dueWork }, signal);
      // The others were paid; the round fails so that the administrators' dashboard does not say
      // that all were.
      if (failures > 0) throw new Error(`${failures} could not be paid`);
    },
  });
}
