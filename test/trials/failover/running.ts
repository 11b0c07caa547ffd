/** Sends requests to programs that may be down, and stops programs. */
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS_MAX = 20_000;
const STOP_MS_MAX = 20_000;
const POLL_MS = 100;
const ANSWER_MS_MAX = 2_000;

/**
 * Returns the response, or undefined if the program does not respond, for example because it was
 * killed.
 */
export async function asked(url: string) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

export async function reachable(host: string, port: number): Promise<void> {
  const until = Date.now() + START_MS_MAX;
  while (Date.now() < until) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host);
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(POLL_MS);
  }
  throw new Error(`Nothing listens at ${host}:${port}.`);
}

export function isRunning(child: ChildProcess | undefined): child is ChildProcess {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

export async function ended(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals,
): Promise<void> {
  if (!isRunning(child)) return;
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  await exit;
  clearTimeout(late);
}

export function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!existsSync(`/proc/${pid}`)) return;
    throw error;
  }
}
