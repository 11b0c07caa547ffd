/**
 * Checks the two test tiers. Their lists must contain only existing files, and together the tiers
 * must run every file once.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { KEY_BROWSER_FILES, KEY_SCENARIOS, SLOW_UNITS, type Tier } from "./tiers.ts";

const ROOT = join(import.meta.dirname, "..");

/** Returns the files that vitest runs for a tier, in vitest's format "[project] path". */
async function listFiles(tier?: Tier): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "list", "--filesOnly"],
    { cwd: ROOT, env: { ...process.env, TEST_TIER: tier }, maxBuffer: 2 ** 24 },
  );
  return stdout.split("\n").filter((line) => line.startsWith("["));
}

test("every listed file exists", () => {
  const listed = [...KEY_SCENARIOS, ...KEY_BROWSER_FILES, ...SLOW_UNITS];
  expect(listed.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("the first tier has 12 scenarios and 20 browser files", () => {
  expect(new Set(KEY_SCENARIOS).size).toBe(12);
  expect(new Set(KEY_BROWSER_FILES).size).toBe(20);
});

test("the two tiers together run every file once", async () => {
  const [all, first, rest] = await Promise.all([
    listFiles(),
    listFiles("first"),
    listFiles("rest"),
  ]);
  expect(rest.length).toBeGreaterThan(0);
  expect([...first, ...rest].toSorted()).toEqual(all.toSorted());
  const inFirst = first.filter(
    (line) => line.includes("test/scenarios/") || line.includes("test/browser/"),
  );
  expect(inFirst).toHaveLength(KEY_SCENARIOS.length + KEY_BROWSER_FILES.length);
});
