/**
 * The background work of earn: pays what is due, locks further days of flexible positions, fills
 * the fund.
 */
import { startWorker, type PayGate, type Worker } from "#platform";
import { extendFlexible } from "./extend-flexible.ts";
import { fillFund, type FundParts } from "./fund.ts";
import { payMatured, type PayParts } from "./pay-matured.ts";
import { EARN_WORKER } from "./worker-name.ts";

const ROUND_MS = 2_000;

export type EarnWorkerParts = PayParts & FundParts & { readonly payGate: PayGate };

/** One round. The fund is filled before days are locked from it. */
export async function workEarn(parts: PayParts & FundParts, signal?: AbortSignal): Promise<void> {
  await payMatured(parts, signal);
  await fillFund(parts);
  await extendFlexible(parts, signal);
}

/** One process of the installation works at a time; a second one would find nothing due. */
export function startEarnWorkers(parts: EarnWorkerParts): Worker {
  return startWorker(parts, {
    name: EARN_WORKER,
    everyMs: ROUND_MS,
    async run(signal) {
      const clock = await parts.payGate.checkedClock();
      if (clock) await workEarn({ ...parts, clock }, signal);
    },
  });
}
