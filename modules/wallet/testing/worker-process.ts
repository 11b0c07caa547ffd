/**
 * Starts run-workers.ts and reports how the process ended, or that it died at the expected step.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { joinedProgram } from "../../../test/support/servers/joined-programs.ts";
import type { WithdrawalRequest } from "../withdrawals/withdrawal-facts.ts";

export interface WorkerOrder {
  readonly applicationUrl: string;
  readonly dataDir: string;
  readonly rpcUrl: string;
  readonly request?: Omit<WithdrawalRequest, "amountSats"> & { readonly amountSats: string };
  readonly signed?: { readonly id: string; readonly psbt: string; readonly by: string };
}

export interface WorkerProcess {
  /** Resolves when the process has started its workers or has ended. */
  readonly begun: Promise<unknown>;
  /** Returns the signal or exit code that ended the process; undefined while the process runs. */
  signal(): NodeJS.Signals | number | null | undefined;
  kill(): Promise<void>;
}

const STEP_MS_MAX = 60_000;
const FIRST_PAUSE_MS = 150;
const PAUSE_GROWTH = 1.1;

const MAIN = joinedProgram("modules/wallet/testing/run-workers.ts");

function startWorkerProcess(order: WorkerOrder, failpoints: string): WorkerProcess {
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
    begun: Promise.race([once(child, "message"), ended]),
    signal: () => ending,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Repeats `meanwhile` until the workers are killed at the step. */
export async function dieAt(
  step: string,
  order: WorkerOrder,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const worker = startWorkerProcess(order, `wallet.${step}`);
  const deadline = Date.now() + STEP_MS_MAX;
  // Each pause is longer than the last. Otherwise, on a slow machine, a new block would arrive in
  // each round and no round would finish.
  let pauseMs = FIRST_PAUSE_MS;
  await worker.begun;
  while (worker.signal() === undefined && Date.now() < deadline) {
    await meanwhile();
    await sleep(pauseMs);
    pauseMs *= PAUSE_GROWTH;
  }
  const ending = worker.signal();
  await worker.kill();
  expect(`${step}: ${String(ending)}`).toBe(`${step}: SIGKILL`);
}
