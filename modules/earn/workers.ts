/**
 * Runs the background worker for stakes and investments: pays matured positions, reserves further
 * days of flexible positions and fills the fund.
 */
import { startWorker, type PayGate, type Worker } from "#platform";
import { extendFlexible } from "./extend-flexible.ts";
import { fillFund, type FundDeps } from "./fund.ts";
import { payMatured, type PayDeps } from "./pay-matured.ts";
import { EARN_WORKER } from "./worker-name.ts";

const ROUND_MS = 2_000;

export type EarnWorkerDeps = PayDeps & FundDeps & { readonly payGate: PayGate };

/** Runs one round. Fills the fund before reserving days. */
export async function workEarn(deps: PayDeps & FundDeps, signal?: AbortSignal): Promise<void> {
  await payMatured(deps, signal);
  await fillFund(deps);
  await extendFlexible(deps, signal);
}

/** Starts the worker. A lock ensures that it runs in only one process of the installation. */
export function startEarnWorkers(deps: EarnWorkerDeps): Worker {
  return startWorker(deps, {
    name: EARN_WORKER,
    everyMs: ROUND_MS,
    async run(signal) {
      const clock = await deps.payGate.checkedClock();
      if (clock) await workEarn({ ...deps, clock }, signal);
    },
  });
}
