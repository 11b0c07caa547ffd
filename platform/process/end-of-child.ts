/**
 * When a child process has ended, also one that could not be started at all. Listens to its errors
 * from then on: without a listener a message to a child that dies meanwhile would end this process.
 */
import type { ChildProcess } from "node:child_process";

export function endOfChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.on("error", () => {
      // One that never was has no exit.
      if (child.pid === undefined) resolve();
    });
  });
}
