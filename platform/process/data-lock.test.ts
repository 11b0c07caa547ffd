/** Whose a data folder is, and who may look into it. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
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
