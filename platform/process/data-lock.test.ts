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
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDir } from "./data-lock.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "hashfloor-lock-")), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

function modeOnceLocked(): string {
  lockDataDir(folder).release();
  return (statSync(folder).mode & 0o777).toString(8);
}

test("a folder that was made beforehand is open to its owner alone", () => {
  expect(modeOnceLocked()).toBe("700");
});

test("so is one of an older installation that was open", () => {
  writeFileSync(join(folder, "master-key"), "");
  expect(modeOnceLocked()).toBe("700");
});

test("one that others use, too, stays as it is", () => {
  writeFileSync(join(folder, "of-others"), "");
  expect(modeOnceLocked()).toBe("755");
});

test("a restore that was cut short on its way up is ended, and nothing is written over", () => {
  mkdirSync(join(folder, ".whole", "postgres"), { recursive: true });
  writeFileSync(join(folder, "audit-head"), "moved");
  writeFileSync(join(folder, ".whole", "master-key"), "key");
  expect(modeOnceLocked()).toBe("700");
  expect(readdirSync(folder).toSorted()).toEqual(["audit-head", "master-key", "postgres"]);

  mkdirSync(join(folder, ".whole"));
  writeFileSync(join(folder, ".whole", "master-key"), "another");
  expect(() => lockDataDir(folder)).toThrow("is in the way of");
  expect(readFileSync(join(folder, "master-key"), "utf8")).toBe("key");
  rmSync(join(folder, ".whole"), { recursive: true });
  lockDataDir(folder).release();
});
