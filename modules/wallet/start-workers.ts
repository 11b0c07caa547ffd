/**
 * Starts the wallet's background workers: chain watcher, sender, consolidation, moves to the cold
 * wallet, payout simulator, fee sweeper and debt collector. Each worker runs in only one process of
 * the installation at a time, which holds an advisory lock.
 */
import { startWorker } from "#platform";
import { COLD_MOVER, moveSurplus } from "./cold/move-surplus.ts";
import type { WalletDeps } from "./deps.ts";
import { movePayouts } from "./payouts/move-payouts.ts";
import { consolidate } from "./self-transfers/consolidate.ts";
import { createSender } from "./sender/sender.ts";
import { collectDebts } from "./watcher/collect-debts.ts";
import { sweepFees } from "./watcher/sweep-fees.ts";
import { createWatcher } from "./watcher/watcher.ts";
import {
  CONSOLIDATOR,
  DEBT_COLLECTOR,
  FEE_SWEEPER,
  SENDER,
  SIMULATOR,
  WATCHER,
} from "./withdrawals/withdrawal-queues.ts";

export interface WalletWorkers {
  /** Stops the workers. Resolves when all running rounds have ended. */
  stop(): Promise<void>;
}

/**
 * Poll interval. Events from the node and the bus wake the workers earlier, but events may be lost.
 */
const POLL_MS = 2_000;
/** Divisor of the poll interval: the sender pauses for a quarter of a second. */
const RESTS_OF_SENDER = 8;
const SIMULATOR_POLL_MS = 1_000;
/** Number of polls between two consolidations, which is one minute. */
const POLLS_BETWEEN_CONSOLIDATIONS = 30;
const FEES_MS = 3_600_000;

export function startWalletWorkers(
  deps: WalletDeps,
  { pollMs = POLL_MS }: { readonly pollMs?: number } = {},
): WalletWorkers {
  const { bus, node } = deps;
  const watcher = createWatcher(deps);
  const sender = createSender(deps);
  const workers = [
    startWorker(deps, { name: WATCHER, everyMs: pollMs, run: (signal) => watcher.round(signal) }),
    startWorker(deps, {
      name: SENDER,
      everyMs: pollMs,
      restMs: pollMs / RESTS_OF_SENDER,
      run: (signal) => sender.round(signal),
    }),
    startWorker(deps, {
      name: CONSOLIDATOR,
      everyMs: pollMs * POLLS_BETWEEN_CONSOLIDATIONS,
      run: async () => {
        await consolidate(deps);
      },
    }),
    startWorker(deps, {
      name: COLD_MOVER,
      everyMs: pollMs * POLLS_BETWEEN_CONSOLIDATIONS,
      run: async () => {
        await moveSurplus(deps);
      },
    }),
    startWorker(deps, {
      name: SIMULATOR,
      everyMs: Math.min(pollMs, SIMULATOR_POLL_MS),
      run: (signal) => movePayouts(deps, signal),
    }),
    startWorker(deps, { name: DEBT_COLLECTOR, everyMs: pollMs, run: () => collectDebts(deps) }),
    startWorker(deps, { name: FEE_SWEEPER, everyMs: FEES_MS, run: () => sweepFees(deps) }),
  ];
  const endNodeEvents = node.onWake(() => bus.publish("wake", { worker: WATCHER }));
  const endBlocks = bus.subscribe("block", () => bus.publish("wake", { worker: SENDER }));
  return {
    async stop() {
      endNodeEvents();
      endBlocks();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
