/** Starts run-workers.ts and tells how it ended. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { WithdrawalRequest } from "../request-withdrawal.ts";

export interface WorkerOrder {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly rpcUrl: string;
  readonly request?: Omit<WithdrawalRequest, "amountSats"> & { readonly amountSats: string };
}

export interface WorkerProcess {
  /** Undefined while it runs. */
  signal(): NodeJS.Signals | number | null | undefined;
  kill(): Promise<void>;
}

const MAIN = fileURLToPath(new URL("run-workers.ts", import.meta.url));

export function startWorkerProcess(order: WorkerOrder, failpoints: string): WorkerProcess {
  const child = fork(MAIN, [JSON.stringify(order)], {
    execArgv: [],
    env: { ...process.env, FAILPOINTS: failpoints, NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let ending: NodeJS.Signals | number | null | undefined;
  const ended = new Promise<void>((resolve) =>
    child.once("exit", (code, signal) => {
      ending = signal ?? code;
      resolve();
    }),
  );
  return {
    signal: () => ending,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
