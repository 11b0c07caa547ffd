/** Tests the lock and the access rights of a data folder. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDir } from "./data-lock.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "hashfloor-lock-")), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

async function modeOnceLocked(): Promise<string> {
  (await lockDataDir(folder)).release();
  return (statSync(folder).mode & 0o777).toString(8);
}

test("other users lose access to an existing empty folder", async () => {
  expect(await modeOnceLocked()).toBe("700");
});

test("other users lose access to the folder of an older installation", async () => {
  writeFileSync(join(folder, "master-key"), "");
  expect(await modeOnceLocked()).toBe("700");
});

test("access to a folder with other contents is not changed", async () => {
  writeFileSync(join(folder, "of-others"), "");
  expect(await modeOnceLocked()).toBe("755");
});

test("an interrupted restore is completed without overwriting files", async () => {
  mkdirSync(join(folder, ".whole", "postgres"), { recursive: true });
  writeFileSync(join(folder, "audit-head"), "moved");
  writeFileSync(join(folder, ".whole", "master-key"), "key");
  expect(await modeOnceLocked()).toBe("700");
  expect(readdirSync(folder).toSorted()).toEqual(["audit-head", "master-key", "postgres"]);

  mkdirSync(join(folder, ".whole"));
  writeFileSync(join(folder, ".whole", "master-key"), "another");
  await expect(lockDataDir(folder)).rejects.toThrow("blocks the move of");
  expect(readFileSync(join(folder, "master-key"), "utf8")).toBe("key");
  rmSync(join(folder, ".whole"), { recursive: true });
  (await lockDataDir(folder)).release();
});

/** Arguments that create a process namespace like a container's. */
const CONTAINER = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];

test.runIf(spawnSync("unshare", [...CONTAINER, "true"]).status === 0)(
  "a folder in use by another container is refused until that container ends",
  async () => {
    const module = join(import.meta.dirname, "data-lock.ts");
    const hold = `import(${JSON.stringify(module)}).then(async ({ lockDataDir }) => {
      await lockDataDir(${JSON.stringify(folder)});
      setInterval(() => undefined, 1_000);
      process.stdout.write("held");
    })`;
    const container = spawn("unshare", [...CONTAINER, process.execPath, "-e", hold], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(container, "close");
    try {
      await once(container.stdout, "data");
      await expect(lockDataDir(folder)).rejects.toThrow(
        /is in use by another Hashfloor \(process 1 of another container\)\. Stop it/,
      );
    } finally {
      container.kill("SIGKILL");
    }
    await ended;
    const lock = await lockDataDir(folder);
    expect(readdirSync(folder)).toHaveLength(2);
    await expect(lockDataDir(folder)).rejects.toThrow(`(process ${process.pid})`);
    lock.release();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  },
);
