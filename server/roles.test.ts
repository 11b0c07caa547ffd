/**
 * Tests the command-line arguments of a start, and the settings that a single-role process
 * requires.
 */
import { expect, test } from "vitest";
import { readConfig, StartError } from "#platform";
import { assertShared, EVERYTHING, readRoles } from "./roles.ts";

test.each([
  [[], "serves works pools"],
  [["--only", "all"], "serves works pools"],
  [["--only", "web"], "serves"],
  [["--only=web"], "serves"],
  [["--only", "work"], "works"],
  [["--only", "pool"], "pools"],
])("%j", (words, does) => {
  const all = Object.entries(readRoles(words));
  expect(all.flatMap(([name, isOn]) => (isOn ? [name] : [])).join(" ")).toBe(does);
});

test.each([
  [["--only"]],
  [["--only", "nothing"]],
  [["--only", "web", "work"]],
  [["--only", "web,work"]],
  [["--only", "Web"]],
  [["--only="]],
  [["--only=web=work"]],
  [["--only", "constructor"]],
  [["web"]],
  [["--just", "web"]],
])("%j is refused with one line", (words) => {
  expect(() => readRoles(words)).toThrow(StartError);
  expect(() => readRoles(words)).toThrow(/^npm start -- --only web, work, pool or all [^\n]+$/);
});

test("a process of a single role requires a shared database, node and address", () => {
  const shared = {
    DATABASE_URL: "postgres://127.0.0.1/floor",
    BITCOIN_RPC_URL: "http://127.0.0.1:18443",
    SITE_URL: "https://floor.example",
  };
  const assert = (words: readonly string[], env: Readonly<Record<string, string>>) =>
    assertShared(readRoles(words), readConfig(env));
  assert(["--only", "web"], shared);
  assertShared(EVERYTHING, readConfig({}));
  for (const name of Object.keys(shared))
    expect(() => assert(["--only", "work"], { ...shared, [name]: "" })).toThrow(
      new RegExp(`^${name} must be set with --only`),
    );
});
