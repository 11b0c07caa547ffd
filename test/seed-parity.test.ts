/**
 * Checks that every row of docs/seed-parity.md and docs/security.md names existing tests, and that
 * this check can fail.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parityProblems, readParity } from "./support/seed-parity.ts";
import { titlesOf } from "./support/test-titles.ts";

const ROOT = join(import.meta.dirname, "..");

function readFile(path: string): string | undefined {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

const parity = readParity(readFile("docs/seed-parity.md") ?? "");

test("every row of the requirement list names an existing test", () => {
  expect(parityProblems(parity, readFile)).toEqual([]);
});

test("every claim in docs/security.md names an existing test", () => {
  const promises = readParity(readFile("docs/security.md") ?? "");
  expect(parityProblems(promises, readFile, 45)).toEqual([]);
});

/**
 * The list of open requirements may only get shorter. When a requirement is implemented, its row
 * moves to the other rows and names its test.
 */
test("the list of open requirements has no unknown entry", () => {
  expect(parity.open.map(({ requirement }) => requirement)).toEqual([]);
});

describe("the check fails", () => {
  const sample = `# List
| id | seed | requirement | here | test |
| -- | ---- | ----------- | ---- | ---- |
| A1 | 2 | Login | as there | \`a.test.ts › page > shows Login\` |
| A2 | 2 | Sign Up | as there | \`a.test.ts › page > shows Logout\` |
| A2 | 2 | again | as there | \`b.test.ts › anything\` |
| A3 | 2 | no test | as there | |
| A4 | 2 | not a reference | as there | \`a.test.ts\` |
| A5 | 2 | a row of a table | as there | \`a.test.ts › page > "Deposit" leads to /deposit\` |
| A6 | 2 | not a row of it | as there | \`a.test.ts › page > "Withdraw" leads to /withdraw\` |
## Open
| id | seed | requirement | here | test |
| -- | ---- | ----------- | ---- | ---- |
| B1 | 3 | not built yet | as there | |
`;
  const source = `describe("page", () => {
  test("shows Login", () => {});
  test.each([["Deposit (BTC)", "/deposit"], ["Deposit", "/deposit"]])("%j leads to %s", () => {});
});
`;
  const problems = parityProblems(
    readParity(sample),
    (path) => (path === "a.test.ts" ? source : undefined),
    8,
  );

  test("each fault in an invalid list is reported", () => {
    expect(problems).toEqual([
      "7 rows, at least 8 are wanted",
      "A2: the id repeats",
      'A2: a.test.ts has no test "page > shows Logout"',
      "A2: b.test.ts does not exist",
      "A3: no test",
      'A4: "a.test.ts" is no `file › full test name`',
      'A6: a.test.ts has no test "page > "Withdraw" leads to /withdraw"',
    ]);
  });

  test("an open row is not reported, because it is counted separately", () => {
    expect(readParity(sample).open.map(({ id }) => id)).toEqual(["B1"]);
  });
});

test("titles are read with their groups, tables and line breaks", () => {
  const source = `
test("alone", () => {});
test.each([
  ["a)", 1],
])(
  "of a table: %s",
  () => {},
);
describe.each(backends)("a node ($backend)", () => {
  test.runIf(isHere)('with "quotes"', () => {});
  test.SKIP("left out", () => {});
  describe("inner", () => {
    test("deep", { timeout: 1 }, () => {});
  });
  test("after", () => {});
});
test(\`\${SCHEDULES} schedules\`, () => {});
`;
  expect(titlesOf(source.replace("SKIP", "skip")).all).toEqual([
    "alone",
    "of a table: %s",
    'a node ($backend) > with "quotes"',
    "a node ($backend) > inner > deep",
    "a node ($backend) > after",
    "${SCHEDULES} schedules",
  ]);
});
