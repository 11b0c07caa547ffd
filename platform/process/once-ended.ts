/**
 * Calls once a child process has ended, also one that could not be started at all. Listens to its
 * errors from then on: without a listener a message to a child that dies meanwhile would end this
 * process.
 */
import type { ChildProcess } from "node:child_process";

export function onceEnded(child: ChildProcess, act: () => void): void {
  child.once("exit", act);
  child.on("error", () => {
    // One that never was has no exit.
    if (child.pid === undefined) act();
  });
}
