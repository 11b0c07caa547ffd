/** Tests that a missing or changed entry of a statement is found. */
import { expect, test } from "vitest";
import { checkStatement, type StatementEntry } from "./check-statement.ts";

const entry = (version: bigint, amount: bigint, balanceAfter: bigint): StatementEntry => ({
  asset: "BTC",
  account: "available",
  version,
  amount,
  balanceAfter,
});
const statement = [entry(3n, 200n, 600n), entry(2n, -600n, 400n), entry(1n, 1_000n, 1_000n)];
const faultOf = (entries: readonly StatementEntry[]) => checkStatement(entries)[0]?.fault;

test("a whole statement has no fault", () => {
  const held = { ...entry(1n, 600n, 600n), account: "held" } as const;
  const [newest, ...older] = statement as [StatementEntry, ...StatementEntry[]];
  expect(checkStatement([newest, held, ...older])).toEqual([
    {
      asset: "BTC",
      account: "available",
      newestVersion: 3n,
      oldestVersion: 1n,
      balance: 600n,
      fault: undefined,
    },
    {
      asset: "BTC",
      account: "held",
      newestVersion: 1n,
      oldestVersion: 1n,
      balance: 600n,
      fault: undefined,
    },
  ]);
  expect(checkStatement([])).toEqual([]);
});

test("a part of a long statement states how far it reaches", () => {
  expect(checkStatement(statement.slice(0, 2))).toMatchObject([
    { newestVersion: 3n, oldestVersion: 2n, fault: undefined },
  ]);
});

const [third, second, first] = statement as [StatementEntry, StatementEntry, StatementEntry];
test.each<[string, readonly StatementEntry[]]>([
  ["a missing entry", [third, first]],
  ["an entry shown twice", [third, second, second, first]],
  ["swapped entries", [second, third, first]],
  ["a changed amount", [third, { ...second, amount: -500n }, first]],
  ["a changed balance", [third, { ...second, balanceAfter: 500n }, first]],
  ["a first entry that starts above zero", [third, second, { ...first, amount: 900n }]],
  ["an entry before the first", [third, second, first, entry(0n, 0n, 0n)]],
  [
    "renumbered entries",
    [
      { ...third, version: 2n },
      { ...first, version: 1n },
    ],
  ],
])("%s is found", (_, entries) => {
  expect(faultOf(entries)).toBeDefined();
});
