/**
 * Keeps one child node running: a child that dies is started again, and until it answers every call
 * is an Outage that says why. Stopping waits for the child, so that no process and no database lock
 * is left behind.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Outage, type Log } from "#platform";
import { NODE_OUTAGE, type RpcEndpoint } from "./rpc-client.ts";

export interface RunningChild {
  readonly endpoint: RpcEndpoint;
  readonly processId: number;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** Asks it to end in order, and forces it when it does not. */
  stop(): Promise<void>;
}

export interface Supervisor {
  /** Throws an Outage while the child is away. */
  endpoint(): RpcEndpoint;
  /** Process id of the child, or undefined while it is away. For tests that kill it. */
  processId(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the child and resolves when it is of use. Tells meanwhile what it is busy with; once the
 * signal is aborted it is waited for only until it can be stopped.
 */
export type ChildStart = (
  report: (trouble: string) => void,
  signal: AbortSignal,
) => Promise<RunningChild>;

interface SupervisorPlan {
  readonly start: ChildStart;
  readonly onRestart: () => void;
  readonly log: Log;
}

const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;

/**
 * Rejects with the child's own error when the first start fails; later failures are retried for
 * ever.
 */
export async function supervise(plan: SupervisorPlan): Promise<Supervisor> {
  const stopping = new AbortController();
  let trouble = "";
  const report = (text: string): void => void (trouble = text);
  let child: RunningChild | undefined = await plan.start(report, stopping.signal);

  const watching = (async () => {
    while (child) {
      await child.ended;
      child = undefined;
      trouble = "";
      if (stopping.signal.aborted) return;
      plan.log.error("the bitcoin node ended unexpectedly and is started again");
      child = await restart();
      if (child) plan.onRestart();
    }
  })();

  async function restart(): Promise<RunningChild | undefined> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs *= 2) {
      await sleep(Math.min(pauseMs, PAUSE_MS_MAX), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
      if (stopping.signal.aborted) return undefined;
      try {
        const started = await plan.start(report, stopping.signal);
        if (!stopping.signal.aborted) return started;
        await started.stop();
      } catch (error) {
        report(error instanceof Error ? error.message : "unknown");
        plan.log.error({ error }, "the bitcoin node could not be started again");
      }
    }
    return undefined;
  }

  return {
    endpoint() {
      if (!child) {
        const why = trouble === "" ? "" : `: ${trouble}`;
        throw new Outage(NODE_OUTAGE, `it is being started again${why}`);
      }
      return child.endpoint;
    },
    processId: () => child?.processId,
    async stop() {
      stopping.abort();
      await child?.stop();
      await watching;
    },
  };
}
