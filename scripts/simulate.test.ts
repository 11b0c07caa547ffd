/**
 * Tests the command's arguments, and that the command's list contains all test files with random
 * histories.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the command's list contains every test file that uses seeds", () => {
  const files = execFileSync("git", ["grep", "-l", "support/seeds.ts", "--", "*.test.ts"], {
    encoding: "utf8",
  });
  const [, list = ""] =
    /HISTORIES = \[([^\]]*)\]/.exec(readFileSync("scripts/simulate.mjs", "utf8")) ?? [];
  const listed = [...list.matchAll(/"(.+?)"/g)].map(([, file]) => file);
  const playing = files.trim().split("\n");
  expect(new Set(listed)).toEqual(
    new Set(playing.filter((file) => file !== "scripts/simulate.test.ts")),
  );
});

test.each([
  ["--seeds", "0"],
  ["--seeds", "many"],
  ["--seeds", "1.5"],
  ["--seed", "-1"],
  ["--seed", "4294967296"],
  ["--sedes", "5"],
])("%s %s is refused with one line before any history runs", (...words) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/run.mjs", "simulate", ...words],
    { encoding: "utf8" },
  );
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain(words[0]);
});
