/**
 * Tests that the users' daily total, computed from the house accounts, equals the sum of the users'
 * own balances, whether the transfers are counted in batches or at once.
 */
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { testUser } from "../../test/support/people/user.ts";
import { houseAccount, outsideAccount, userAccount } from "./accounts.ts";
import { totalUserBalances } from "./balances.ts";
import { countHouseDays, houseDays } from "./house-days.ts";
import { postAll } from "./post.ts";
import type { Transfer } from "./transfer.ts";
import { newUuid } from "#platform";

const floor = fileDatabase({ asSuperuser: true });
let user: string;
beforeAll(async () => {
  const { userId } = await testUser(floor.database);
  user = userAccount(userId, "available", "BTC");
});

const CHAIN = outsideAccount("chain");
const move = (debit: string, credit: string, amount: bigint, code: Transfer["code"]) =>
  floor.database.transaction((tx) => postAll(tx, [{ id: newUuid(), debit, credit, amount, code }]));
const days = () => houseDays(floor.database, { days: 3, until: new Date() });

test("the users' total is zero before the first transfer", async () => {
  expect((await days()).map(({ usersSats }) => usersSats)).toEqual([0n, 0n, 0n]);
});

test("deposits, withdrawals and payments to the platform are each counted once", async () => {
  await move(CHAIN, user, 1_000n, "deposit");
  await move(user, CHAIN, 300n, "withdrawal");
  await move(user, houseAccount("mining", "BTC"), 50n, "contract_purchase");
  await days();
  await move(CHAIN, houseAccount("treasury", "BTC"), 7n, "coinbase");
  await Promise.all([days(), days()]);
  const [, before, today] = await days();
  expect(before?.usersSats).toBe(0n);
  expect(today?.usersSats).toBe(650n);
  expect((await totalUserBalances(floor.database)).sats).toBe(650n);
  expect(today?.chain).toEqual(
    new Map([
      ["deposit", -1_000n],
      ["withdrawal", 300n],
      ["coinbase", -7n],
    ]),
  );
});

test("the result does not change if a history is counted in batches", async () => {
  const before = await days();
  await floor.database.query("delete from ledger_days");
  await floor.database.query("delete from ledger_days_counted");
  let rounds = 0;
  for (let remaining = 1n; remaining > 0n; rounds += 1) {
    const [row] = await floor.database.query<{ left: bigint }>(
      "select ledger_count_house_days(1) as left",
    );
    remaining = row?.left ?? 0n;
  }
  expect(rounds).toBeGreaterThan(2);
  expect(await days()).toEqual(before);
  const rows = await floor.database.query(
    `select from ledger_days_counted c join ledger_accounts a on a.id = c.account
     where c.version <> a.version or c.balance <> a.balance`,
  );
  expect(rows).toEqual([]);
  await countHouseDays(floor.database);
});
