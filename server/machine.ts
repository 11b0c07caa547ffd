/** What the program can tell of the machine it runs on: disk, event loop, workers; and of the node beside it. */
import { statfs } from "node:fs/promises";
import type { Machine } from "#admin";
import type { BitcoinNode } from "#bitcoin";
import { workerStates, type Database } from "#platform";
import type { EventLoop } from "./health/event-loop.ts";

export function machineOf(parts: {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly dataDir: string;
  readonly startedAt: Date;
  readonly eventLoop: EventLoop;
}): Machine {
  const { database, node, dataDir, startedAt, eventLoop } = parts;
  return {
    startedAt,
    workers: () => workerStates(database),
    loopLagMs: () => Math.round(eventLoop.worstMs()),
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
  };
}
