/**
 * Tests that counting on demand counts every transfer exactly once, even if callers run
 * concurrently.
 */
import {
  balancesOf,
  dailySums,
  openUserAccounts,
  outsideAccount,
  postAll,
  userAccount,
  type Transfer,
} from "#ledger";
import { newUuid } from "#platform";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { postDated } from "../../test/support/money/dated-transfers.ts";

const books = fileDatabase();

const deposit = (userId: string, amount: bigint, cause?: string): Transfer => ({
  id: newUuid(),
  debit: outsideAccount("chain"),
  credit: userAccount(userId, "available", "BTC"),
  amount,
  code: "deposit",
  ...(cause === undefined ? {} : { cause }),
});
const post = (...transfers: Transfer[]) =>
  books.database.transaction((tx) => postAll(tx, transfers));
const today = () => new Date().toISOString().slice(0, 10);

test("a user without accounts or entries has no sums", async () => {
  const nothing = { sums: [], balances: { BTC: 0n, USD: 0n } };
  expect(await dailySums(books.database, { userId: randomUUID() })).toEqual(nothing);
  const userId = randomUUID();
  await books.database.transaction((tx) => openUserAccounts(tx, userId));
  expect(await dailySums(books.database, { userId })).toEqual(nothing);
});

test("sums are grouped by UTC day, code and kind of cause", async () => {
  const userId = await userWith(books.database, {});
  const payout = (amount: bigint, cause: string): Transfer => ({
    ...deposit(userId, amount, cause),
    code: "mining_payout",
  });
  await postDated(books.database, [
    { at: new Date("2026-03-01T23:59:59.999Z"), transfers: [deposit(userId, 5n, "ab".repeat(32))] },
    { at: new Date("2026-03-02T00:00:00Z"), transfers: [deposit(userId, 7n), deposit(userId, 1n)] },
    { at: new Date("2026-03-02T12:00:00Z"), transfers: [payout(2n, "ctr_a"), payout(3n, "ctr_b")] },
    { at: new Date("2026-03-02T13:00:00Z"), transfers: [payout(4n, "rig_a")] },
  ]);
  const sum = { asset: "BTC", about: null } as const;
  expect(await dailySums(books.database, { userId })).toEqual({
    sums: [
      { ...sum, day: "2026-03-01", code: "deposit", amount: 5n },
      { ...sum, day: "2026-03-02", code: "deposit", amount: 8n },
      { ...sum, day: "2026-03-02", code: "mining_payout", about: "ctr", amount: 5n },
      { ...sum, day: "2026-03-02", code: "mining_payout", about: "rig", amount: 4n },
    ],
    balances: { BTC: 22n, USD: 0n },
  });
});

test("a second count does not count the same transfers again", async () => {
  const userId = await userWith(books.database, { sats: 100n, cents: 9n });
  const first = await dailySums(books.database, { userId });
  expect(await dailySums(books.database, { userId })).toEqual(first);
  await post(deposit(userId, 11n));
  const { sums, balances } = await dailySums(books.database, { userId });
  expect(sums).toContainEqual({
    day: today(),
    asset: "BTC",
    code: "deposit",
    about: null,
    amount: 111n,
  });
  expect(balances).toEqual({ BTC: 111n, USD: 9n });
});

test("a hold changes no sum, but the payment of a hold does", async () => {
  const userId = await userWith(books.database, { sats: 100n });
  const hold: Transfer = {
    id: newUuid(),
    debit: userAccount(userId, "available", "BTC"),
    credit: userAccount(userId, "held", "BTC"),
    amount: 40n,
    code: "withdrawal_hold",
    kind: "pending",
  };
  await post(hold);
  const held = await dailySums(books.database, { userId });
  expect(held.sums.map(({ code }) => code)).toEqual(["deposit"]);
  expect(held.balances.BTC).toBe(100n);
  await post({
    ...hold,
    id: newUuid(),
    debit: hold.credit,
    credit: outsideAccount("chain"),
    code: "withdrawal",
    kind: "post",
    pendingId: hold.id,
  });
  const paid = await dailySums(books.database, { userId });
  expect(paid.sums).toContainEqual(
    expect.objectContaining({ code: "withdrawal", amount: -40n, asset: "BTC" }),
  );
  expect(paid.balances.BTC).toBe(60n);
});

test("sums match the ledger after concurrent counts and posts", async () => {
  const userId = await userWith(books.database, { sats: 1n });
  const sumOf = async () => {
    const { sums, balances } = await dailySums(books.database, { userId });
    const total = sums.reduce((all, { amount }) => all + amount, 0n);
    expect(total).toBe(balances.BTC);
    return total;
  };
  await Promise.all([
    ...Array.from({ length: 40 }, (_, n) => post(deposit(userId, BigInt(n + 1)))),
    ...Array.from({ length: 40 }, sumOf),
  ]);
  // The opening deposit plus forty more: 1 + (1 + 2 + ... + 40) = 821
  expect(await sumOf()).toBe(821n);
  expect((await balancesOf(books.database, userId)).availableSats).toBe(821n);
});
