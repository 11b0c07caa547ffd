/** Whose a data folder is, and who may look into it. */
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

test("a folder that was made beforehand is open to its owner alone", async () => {
  expect(await modeOnceLocked()).toBe("700");
});

test("so is one of an older installation that was open", async () => {
  writeFileSync(join(folder, "master-key"), "");
  expect(await modeOnceLocked()).toBe("700");
});

test("one that others use, too, stays as it is", async () => {
  writeFileSync(join(folder, "of-others"), "");
  expect(await modeOnceLocked()).toBe("755");
});

test("a restore that was cut short on its way up is ended, and nothing is written over", async () => {
  mkdirSync(join(folder, ".whole", "postgres"), { recursive: true });
  writeFileSync(join(folder, "audit-head"), "moved");
  writeFileSync(join(folder, ".whole", "master-key"), "key");
  expect(await modeOnceLocked()).toBe("700");
  expect(readdirSync(folder).toSorted()).toEqual(["audit-head", "master-key", "postgres"]);

  mkdirSync(join(folder, ".whole"));
  writeFileSync(join(folder, ".whole", "master-key"), "another");
  await expect(lockDataDir(folder)).rejects.toThrow("is in the way of");
  expect(readFileSync(join(folder, "master-key"), "utf8")).toBe("key");
  rmSync(join(folder, ".whole"), { recursive: true });
  (await lockDataDir(folder)).release();
});

/** Processes of their own, as a container has. */
const CONTAINER = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];

test.runIf(spawnSync("unshare", [...CONTAINER, "true"]).status === 0)(
  "one that another container uses is refused until that is killed, and then is free",
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
