/**
 * Calls back when a child process has ended or failed to start. Also listens for the child's
 * errors. Without this listener, sending a message to a dying child would end this process.
 */
import type { ChildProcess } from "node:child_process";

export function onceEnded(child: ChildProcess, act: () => void): void {
  child.once("exit", act);
  child.on("error", () => {
    // A child process that never started emits no exit event.
    if (child.pid === undefined) act();
  });
}
