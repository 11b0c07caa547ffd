/**
 * Runs a child process and restarts it when it exits. The child watches the channel to its parent
 * and exits when the parent exits.
 */
import { fork, type ChildProcess } from "node:child_process";
import { compiledCode, followOutput, onceEnded, type Log } from "#platform";

export interface RestartedChild {
  /** Sends a message to the child. The message is lost if the child is restarting. */
  send(message: unknown): void;
  processId(): number | undefined;
  stop(): Promise<void>;
}

interface ChildPlan {
  readonly file: string;
  readonly name: string;
  /** Returns the child's environment variables. Called at each start of the child. */
  readonly env: () => Readonly<Record<string, string>>;
  readonly restartMs: number;
  /**
   * Size of V8's young generation in megabytes. A small size suits processes with many short-lived
   * objects, because V8 then collects these objects sooner.
   */
  readonly youngSpaceMb: number;
  readonly log: Log;
  readonly onStart?: (send: (message: unknown) => void) => void;
  readonly onMessage?: (message: unknown) => void;
  readonly onEnd?: () => void;
  /** If this returns false, the child is not restarted. */
  readonly mayRestart?: () => boolean;
}

const STOP_MS_MAX = 8_000;
/**
 * Heap growth in percent before the next garbage collection. During a flood of short connections,
 * the heap grew by 68 MB with V8's default and by 10 MB with this value.
 */
const HEAP_GROWING_PERCENT = 10;

export function keepChild(plan: ChildPlan): RestartedChild {
  const { log, name } = plan;
  let isStopping = false;
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  const send = (message: unknown): void => {
    if (child?.connected) child.send(message as object, () => undefined);
  };

  const start = (): void => {
    const started = fork(plan.file, [], {
      serialization: "advanced",
      execArgv: [
        `--max-semi-space-size=${plan.youngSpaceMb}`,
        `--heap-growing-percent=${HEAP_GROWING_PERCENT}`,
      ],
      env: { ...plan.env(), NODE_NO_WARNINGS: "1", ...compiledCode() },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child = started;
    const output = followOutput(started, name, log);
    started.on("message", (message) => plan.onMessage?.(message));
    ended = new Promise((resolve) => {
      onceEnded(started, () => {
        child = undefined;
        resolve(output);
        plan.onEnd?.();
        if (isStopping || plan.mayRestart?.() === false) return;
        log.warn(`the ${name} ended; restarting it`);
        setTimeout(() => {
          if (!isStopping) start();
        }, plan.restartMs);
      });
    });
    plan.onStart?.(send);
  };

  start();
  return {
    send,
    processId: () => child?.pid,
    async stop() {
      isStopping = true;
      if (child?.connected) child.disconnect();
      const timer = setTimeout(() => child?.kill("SIGKILL"), STOP_MS_MAX);
      await ended;
      clearTimeout(timer);
    },
  };
}
