/**
 * The wallet's background work: the chain watcher, the sender, the joiner of small coins, the mover
 * of what is above the ceiling, the payout simulator, the sweeper of fees and the collector of
 * debts. Each runs in one process of the installation at a time, held by an advisory lock.
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
  /** Waits for the rounds under way. */
  stop(): Promise<void>;
}

/** The node's own events and the bus make it faster; the poll is what we rely on. */
const POLL_MS = 2_000;
/** So many of the sender's rests are a poll: each is a quarter of a second. */
const RESTS_OF_SENDER = 8;
const SIMULATOR_POLL_MS = 1_000;
/** A minute. */
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
