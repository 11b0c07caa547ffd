/** A signal to a run of tests ends what the tests have started, also where vitest leaves it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/** In a group of its own, as the product's children are, and waits for its parent in vain. */
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

test("SIGTERM ends a grandchild whose parent ends at once", async () => {
  const grandchild = join(folder, "grandchild.mjs");
  writeFileSync(grandchild, GRANDCHILD);
  const parent = join(folder, "parent.mjs");
  const words = JSON.stringify([grandchild, join(folder, "pid")]);
  writeFileSync(
    parent,
    `import { spawn } from "node:child_process";
     spawn(process.execPath, ${words}, { detached: true, stdio: "ignore" });
     process.on("SIGTERM", () => process.exit(1));`,
  );
  const runner = join(folder, "runner.mjs");
  const children = pathToFileURL(join("scripts", "children.mjs")).href;
  writeFileSync(
    runner,
    `import { runWithDescendants } from ${JSON.stringify(children)};
     process.exitCode = await runWithDescendants(process.execPath, [${JSON.stringify(parent)}]);`,
  );
  const started = spawn(process.execPath, [runner], { stdio: "inherit" });
  const exit = once(started, "exit");
  await expect.poll(readPid, { timeout: 10_000 }).toBeDefined();
  pid = readPid();
  started.kill("SIGTERM");
  expect((await exit)[0]).toBe(1);
  expect(isAlive(pid ?? 0)).toBe(false);
});
