/**
 * Tests that no process keeps running after `npm run simulate` is stopped in the same way as by
 * `timeout` and service managers.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const { descendantsOf } = (await import(join(import.meta.dirname, "descendants.mjs"))) as {
  readonly descendantsOf: (pids: readonly number[]) => ReadonlySet<number>;
};
const START_MS_MAX = 120_000;
const STOP_MS_MAX = 45_000;

let npm: ChildProcess;
let family: ReadonlySet<number> = new Set();

afterEach(() => {
  for (const pid of family) if (isRunning(pid)) process.kill(pid, "SIGKILL");
});

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** A zombie process has no command, so it does not count as running. */
const isRunning = (pid: number) => commandOf(pid) !== "";

test.runIf(process.platform === "linux")(
  "SIGTERM to `npm run simulate` ends all processes that it started",
  { timeout: START_MS_MAX + STOP_MS_MAX },
  async () => {
    // Recreates the environment of a user's shell by removing the variables that vitest and npm set
    // for this test run.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|TEST_|NODE_ENV)/.test(name)),
    );
    const words = ["run", "simulate", "--", "--seeds", "1", "--seed", "1"];
    npm = spawn("npm", words, { env, stdio: "ignore" });
    const exit = once(npm, "exit");
    const commands = () => {
      family = descendantsOf([npm.pid ?? 0]);
      return [...family].map(commandOf).join("\n");
    };
    await expect
      .poll(commands, { timeout: START_MS_MAX, interval: 200 })
      .toMatch(/dist\/server\/server\/start\.js/);
    npm.kill("SIGTERM");
    await exit;
    await expect
      .poll(() => [...family].filter(isRunning).map(commandOf), { timeout: STOP_MS_MAX })
      .toEqual([]);
  },
);
