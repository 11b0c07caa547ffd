/** The wallet's background work: the chain watcher. One process of the installation does it at a time. */
import { startWorker } from "#platform";
import type { WalletParts } from "./parts.ts";
import { createWatcher } from "./watcher/watcher.ts";
import { WATCHER } from "./worker-names.ts";

export interface WalletWorkers {
  /** Waits for the rounds under way. */
  stop(): Promise<void>;
}

/** The node's own events make it faster; the poll is what we rely on. */
const POLL_MS = 2_000;

export function startWalletWorkers(parts: WalletParts): WalletWorkers {
  const watcher = createWatcher(parts);
  const watching = startWorker(parts, {
    name: WATCHER,
    everyMs: POLL_MS,
    run: (signal) => watcher.round(signal),
  });
  const endWake = parts.node.onWake(() => parts.bus.publish("wake", { worker: WATCHER }));
  return {
    async stop() {
      endWake();
      await watching.stop();
    },
  };
}
