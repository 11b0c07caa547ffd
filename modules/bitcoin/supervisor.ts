/**
 * Keeps one child node running and restarts it if it exits. Until the child responds, every call
 * throws an Outage with the reason. Stopping the supervisor waits for the child, so that neither a
 * process nor a database lock remains.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Outage, type Log } from "#platform";
import { NODE_OUTAGE, type RpcEndpoint } from "./rpc-client.ts";

export interface RunningChild {
  readonly endpoint: RpcEndpoint;
  readonly processId: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Asks the process to exit, and kills it if it does not. */
  stop(): Promise<void>;
}

export interface Supervisor {
  /** Returns the child's endpoint. Throws an Outage while the child is not running. */
  endpoint(): RpcEndpoint;
  /** Process id of the child, for tests that kill it. Undefined while the child is not running. */
  processId(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the child, reports its progress, and resolves when the child is ready. After the signal is
 * aborted, waits only until the child can be stopped.
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
 * Starts and supervises the child. Rejects with the child's error if the first start fails. Later
 * failures are retried without limit.
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
      plan.log.error("the bitcoin node ended unexpectedly; restarting it");
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
        plan.log.error({ error }, "restarting the bitcoin node failed");
      }
    }
    return undefined;
  }

  return {
    endpoint() {
      if (!child) {
        const why = trouble === "" ? "" : `: ${trouble}`;
        throw new Outage(NODE_OUTAGE, `it is restarting${why}`);
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
