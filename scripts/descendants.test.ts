/**
 * Tests that a signal to a test run ends all processes that the tests have started, even those that
 * vitest leaves running.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/**
 * A program that never ends and runs in a separate process group, like the product's child
 * processes.
 */
const GRANDCHILD = `
import { writeFileSync } from "node:fs";
writeFileSync(process.argv[2], String(process.pid));
setInterval(() => undefined, 1_000);
`;

let folder: string;
let pid: number | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hashfloor-descendants-"));
});
afterEach(() => {
  if (pid !== undefined && isAlive(pid)) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function isAlive(one: number): boolean {
  try {
    process.kill(one, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${one}/status`, "utf8"));
  } catch {
    return false;
  }
}

function readPid(): number | undefined {
  try {
    return Number(readFileSync(join(folder, "pid"), "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

const START = "spawn(process.execPath, words, { detached: true, stdio: 'ignore' })";

/** Runs a parent that handles SIGTERM with `onStop`. */
async function startParent({
  atStart,
  onStop,
}: {
  readonly atStart: string;
  readonly onStop: string;
}) {
  const grandchild = join(folder, "grandchild.mjs");
  writeFileSync(grandchild, GRANDCHILD);
  const parent = join(folder, "parent.mjs");
  writeFileSync(
    parent,
    `import { spawn } from "node:child_process";
     const words = ${JSON.stringify([grandchild, join(folder, "pid")])};
     process.on("SIGTERM", () => { ${onStop}; process.exit(1); });
     ${atStart};
     setInterval(() => undefined, 1_000);
     console.log("started");`,
  );
  const runner = join(folder, "runner.mjs");
  const children = pathToFileURL(join("scripts", "children.mjs")).href;
  writeFileSync(
    runner,
    `import { runWithDescendants } from ${JSON.stringify(children)};
     process.exitCode = await runWithDescendants(process.execPath, [${JSON.stringify(parent)}]);`,
  );
  const runnerProcess = spawn(process.execPath, [runner], { stdio: ["ignore", "pipe", "inherit"] });
  await once(runnerProcess.stdout, "data");
  return runnerProcess;
}

test("SIGTERM ends a grandchild whose parent ends at once", async () => {
  const runner = await startParent({ atStart: START, onStop: "" });
  const exit = once(runner, "exit");
  await expect.poll(readPid, { timeout: 10_000 }).toBeDefined();
  pid = readPid();
  runner.kill("SIGTERM");
  expect((await exit)[0]).toBe(1);
  expect(isAlive(pid ?? 0)).toBe(false);
});

test.runIf(process.platform === "linux")(
  "SIGTERM ends a grandchild that starts while its parent is ending",
  async () => {
    const runner = await startParent({ atStart: "", onStop: START });
    const exit = once(runner, "exit");
    runner.kill("SIGTERM");
    expect((await exit)[0]).toBe(1);
    await sleep(1_000);
    pid = readPid();
    expect(pid === undefined || !isAlive(pid)).toBe(true);
  },
);
