import {
  outsideAccount,
  postAll,
  statement,
  statementCsv,
  trialBalance,
  userAccount,
  type Entry,
  type StatementRequest,
} from "#ledger";
import { newUuid } from "#platform";
import { checkStatement } from "#proofs";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";

const books = fileDatabase();

async function readAll(request: StatementRequest): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor = request.cursor;
  do {
    const page = await statement(books.database, { ...request, cursor });
    expect(page.items.length).toBeLessThanOrEqual(request.limit);
    entries.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

/**
 * Creates a user's history: deposits 1,000 sats and 50 cents, holds 600 sats, releases 200 and pays
 * out 400.
 */
async function story(): Promise<string> {
  const userId = await userWith(books.database, { sats: 1_000n, cents: 50n });
  const available = userAccount(userId, "available", "BTC");
  const held = userAccount(userId, "held", "BTC");
  const hold = { id: newUuid(), debit: available, credit: held, amount: 600n, cause: "=wdr_1,a" };
  const end = { debit: held, pendingId: hold.id };
  const [chain, code] = [outsideAccount("chain"), "withdrawal"] as const;
  await books.database.transaction((tx) =>
    postAll(tx, [{ ...hold, code: "withdrawal_hold", kind: "pending" }]),
  );
  await books.database.transaction((tx) =>
    postAll(tx, [
      {
        ...end,
        id: newUuid(),
        credit: available,
        amount: 200n,
        code: "withdrawal_release",
        kind: "release",
      },
      { ...end, id: newUuid(), credit: chain, amount: 400n, code, kind: "post" },
    ]),
  );
  return userId;
}

test("entries are listed newest first, with the resulting balance", async () => {
  const userId = await story();
  const entries = await readAll({ userId, asset: "BTC", account: "available", limit: 10 });
  expect(entries.map(({ amount, balanceAfter, code }) => [amount, balanceAfter, code])).toEqual([
    [200n, 600n, "withdrawal_release"],
    [-600n, 400n, "withdrawal_hold"],
    [1_000n, 1_000n, "deposit"],
  ]);
  const heldEntries = await readAll({ userId, asset: "BTC", account: "held", limit: 10 });
  expect(heldEntries.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    [-400n, 0n],
    [-200n, 400n],
    [600n, 600n],
  ]);
});

test.each([1, 2, 3, 100])("pages of %i list every entry exactly once", async (limit) => {
  const userId = await story();
  const entries = await readAll({ userId, limit });
  expect(entries).toHaveLength(7);
  expect(new Set(entries.map(({ id, account }) => `${id} ${account}`)).size).toBe(7);
  const balances = (asset: string, account: string) =>
    entries
      .filter((entry) => entry.asset === asset && entry.account === account)
      .map(({ balanceAfter }) => balanceAfter);
  expect(balances("BTC", "available")).toEqual([600n, 400n, 1_000n]);
  expect(balances("BTC", "held")).toEqual([0n, 400n, 600n]);
  expect(balances("USD", "available")).toEqual([50n]);
  expect(checkStatement(entries)).toMatchObject([
    { account: "held", newestVersion: 3n, oldestVersion: 1n, balance: 0n, fault: undefined },
    { account: "available", newestVersion: 3n, oldestVersion: 1n, balance: 600n, fault: undefined },
    { asset: "USD", newestVersion: 1n, oldestVersion: 1n, balance: 50n, fault: undefined },
  ]);
});

test("entries posted between two page requests cause no gaps or repeats", async () => {
  const userId = await userWith(books.database, {});
  const deposit = () =>
    books.database.transaction((tx) =>
      postAll(tx, [
        {
          id: newUuid(),
          debit: outsideAccount("chain"),
          credit: userAccount(userId, "available", "BTC"),
          amount: 1n,
          code: "deposit",
        },
      ]),
    );
  await Promise.all(Array.from({ length: 20 }, deposit));
  const first = await statement(books.database, { userId, limit: 8 });
  await Promise.all(Array.from({ length: 5 }, deposit));
  const rest = await readAll({ userId, limit: 8, cursor: first.nextCursor ?? undefined });
  const balances = [...first.items, ...rest].map(({ balanceAfter }) => balanceAfter);
  expect(balances).toEqual(Array.from({ length: 20 }, (_, index) => BigInt(20 - index)));
});

test.each(["", "1", "a.b.c.d", "s.s.s.s.s", "1.2.3.9999999999999999999"])(
  "cursor %j is rejected",
  async (cursor) => {
    await expect(
      statement(books.database, { userId: newUuid(), cursor, limit: 1 }),
    ).rejects.toThrow(RangeError);
  },
);

test("a spreadsheet cannot run any cell of the CSV as a formula", async () => {
  const userId = await story();
  const csv = await statementCsv(books.database, { userId, asset: "BTC", account: "available" });
  const [header, newest, hold, oldest, label, end] = csv.split("\r\n");
  expect(label).toBe('"Practice - test coins, no value"');
  expect(header).toBe(
    "Time (UTC),Asset,Account,Reason,Amount,Balance after,Cause,Transfer,Version",
  );
  expect(newest).toMatch(
    /^\d{4}-.*Z,BTC,available,withdrawal_release,0\.00000200,0\.00000600,,[0-9a-f-]{36},3$/,
  );
  expect(hold).toContain(`,withdrawal_hold,-0.00000600,0.00000400,"'=wdr_1,a",`);
  expect(oldest).toContain(",deposit,0.00001000,0.00001000,,");
  expect(end).toBe("");
});

test("a full CSV ends with the cursor of the next file", async () => {
  const userId = await story();
  const all = await statementCsv(books.database, { userId });
  const entries = all.split("\r\n").slice(1, -2);
  const files: string[][] = [];
  let cursor: string | undefined;
  do {
    const file = await statementCsv(books.database, { userId, cursor }, 3);
    const lines = file.trimEnd().split("\r\n").slice(1);
    cursor = lines.at(-1)?.match(/^More: ask with cursor=(\S+)$/)?.[1];
    files.push(lines.slice(0, cursor === undefined ? -1 : -2));
  } while (cursor !== undefined);
  expect(files.flat()).toEqual(entries);
  expect(Math.max(...files.map((lines) => lines.length))).toBe(3);
  // A file that ends exactly with the last entry has no cursor.
  expect(await statementCsv(books.database, { userId }, entries.length)).toBe(all);
});

test("the trial balance sums to zero for each asset", async () => {
  await story();
  const lines = await trialBalance(books.database);
  for (const asset of ["BTC", "USD"])
    expect(
      lines.filter((line) => line.asset === asset).reduce((sum, line) => sum + line.balance, 0n),
    ).toBe(0n);
  expect(lines.find(({ name }) => name === "users:available")?.balance).toBeGreaterThan(0n);
});
