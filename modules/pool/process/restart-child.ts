/**
 * A process of ours that is started again when it ends. It ends with its parent, whose side of the
 * channel it watches.
 */
import { fork, type ChildProcess } from "node:child_process";
import { compiledCode, followOutput, onceEnded, type Log } from "#platform";

export interface RestartedChild {
  /** Lost while it is being started again. */
  send(message: unknown): void;
  processId(): number | undefined;
  stop(): Promise<void>;
}

interface ChildPlan {
  readonly file: string;
  readonly name: string;
  /** Asked at each start. */
  readonly env: () => Readonly<Record<string, string>>;
  readonly restartMs: number;
  /** In megabytes: small, where much is thrown away at once, so that it is thrown away soon. */
  readonly youngSpaceMb: number;
  readonly log: Log;
  readonly onStart?: (send: (message: unknown) => void) => void;
  readonly onMessage?: (message: unknown) => void;
  readonly onEnd?: () => void;
  /** False: it must not be started again. */
  readonly mayRestart?: () => boolean;
}

const STOP_MS_MAX = 8_000;
/**
 * By how much the heap grows before it is looked through again. V8 would let it grow several times
 * over: a flood of short connections took 68 MB so, and takes 10.
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
        log.warn(`the ${name} ended, starting it again`);
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
