/** Reports the state of the machine (disk, event loop, workers) and the node. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Machine } from "#admin";
import type { BitcoinNode } from "#bitcoin";
import { diskSpace, workerStates, type Database } from "#platform";
import type { FeeNode } from "#wallet";
import { withTimeLimit } from "./health/time-limit.ts";
import type { EventLoop } from "./health/event-loop.ts";

/** Maximum time that the report waits for the node. */
const NODE_PATIENCE_MS = 2_000;
const HANGS = { problem: `no answer in ${NODE_PATIENCE_MS / 1_000} s` };

export function machineOf(deps: {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly dataDir: string;
  readonly startedAt: Date;
  readonly eventLoop: EventLoop;
  readonly works: boolean;
}): Machine {
  const { database, node, dataDir, startedAt, eventLoop, works } = deps;
  return {
    startedAt,
    works,
    workers: () => workerStates(database),
    loopLagMs: () => Math.round(eventLoop.worstMs()),
    async nodeState() {
      const patience = new AbortController();
      const answer = node.getInfo().then(
        ({ blocks, connections, userAgent }) => ({
          height: blocks,
          peers: connections,
          userAgent,
        }),
        (error: unknown) => ({ problem: error instanceof Error ? error.message : "no answer" }),
      );
      const { signal } = patience;
      const limit = sleep(NODE_PATIENCE_MS, HANGS, { signal }).catch(() => HANGS);
      return Promise.race([answer, limit]).finally(() => patience.abort());
    },
    disk: () => diskSpace(dataDir),
  };
}

/** Wraps the node's fee calls with a time limit, so that callers do not wait for a hanging node. */
export function patientNode(node: FeeNode): FeeNode {
  return {
    estimateFeeRateSatsPerKvb: (blocks) =>
      withTimeLimit(node.estimateFeeRateSatsPerKvb(blocks), NODE_PATIENCE_MS),
    getRawMempool: () => withTimeLimit(node.getRawMempool(), NODE_PATIENCE_MS),
  };
}
