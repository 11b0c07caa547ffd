/** Tests identities of processes, and signals to processes that may have ended. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { processIdentity, sendSignal } from "./process-identity.ts";

const START = ["-e", "setInterval(() => undefined, 1000)"];

test("a signal to an ended process is not an error", async () => {
  const child = spawn(process.execPath, START, { stdio: "ignore" });
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect(processIdentity(pid)).toMatch(new RegExp(`^${pid} `));
  const ended = once(child, "exit");
  sendSignal(pid, "SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(processIdentity(pid)).toBeUndefined();
  expect(() => sendSignal(pid, "SIGINT")).not.toThrow();
});

test("a signal that the system refuses is an error", () => {
  const unknown = "SIGNONE" as NodeJS.Signals;
  expect(() => sendSignal(process.pid, unknown)).toThrow("SIGNONE");
});
