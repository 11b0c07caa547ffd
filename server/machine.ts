/** What the program can tell of the machine it runs on: disk, event loop, workers; and of the node beside it. */
import { statfs } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Machine } from "#admin";
import type { BitcoinNode } from "#bitcoin";
import { workerStates, type Database } from "#platform";

const WINDOW_MS = 60_000;
const NANOSECONDS_PER_MS = 1e6;

export interface OpenMachine extends Machine {
  close(): void;
}

export function openMachine(parts: {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly dataDir: string;
  readonly startedAt: Date;
}): OpenMachine {
  const { database, node, dataDir, startedAt } = parts;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const window = setInterval(() => delay.reset(), WINDOW_MS);
  window.unref();
  return {
    startedAt,
    workers: () => workerStates(database),
    loopLagMs: () => (delay.count === 0 ? null : Math.round(delay.max / NANOSECONDS_PER_MS)),
    async nodeState() {
      try {
        const { blocks, connections, userAgent } = await node.getInfo();
        return { height: blocks, peers: connections, userAgent };
      } catch {
        return null;
      }
    },
    async disk() {
      try {
        const { bavail, blocks, bsize } = await statfs(dataDir);
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      } catch {
        return null;
      }
    },
    close() {
      clearInterval(window);
      delay.disable();
    },
  };
}
