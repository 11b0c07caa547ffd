/**
 * Tests sums beyond a column's range, which is a thousand times all satoshis that will ever exist.
 * They are rejected when they are posted, so that no worker fails on them later.
 */
import { expect, test } from "vitest";
import {
  accountBalance,
  houseAccount,
  outsideAccount,
  post,
  verifyLedger,
  type TransferEvent,
} from "#ledger";
import { newUuid } from "#platform";
import { fileDatabase } from "../../test/support/servers/database.ts";

const books = fileDatabase();

const LARGEST = 2n ** 53n - 1n;
const BIGINT_MAX = 2n ** 63n - 1n;
const TREASURY = houseAccount("treasury", "BTC");

const coinbase = (amount: bigint): TransferEvent => [
  { id: newUuid(), debit: outsideAccount("chain"), credit: TREASURY, amount, code: "coinbase" },
];
const send = (events: readonly TransferEvent[]) =>
  books.database.transaction((tx) => post(tx, events));
const balance = () => accountBalance(books.database, TREASURY);
const OVERFLOW = { code: "22003" };

test("a balance accepts the last satoshi that fits and rejects more", async () => {
  const full = BIGINT_MAX / LARGEST;
  await send(Array.from({ length: Number(full) - 1 }, () => coinbase(LARGEST)));
  const before = await balance();
  await expect(send([LARGEST, LARGEST, 5_000n].map(coinbase))).rejects.toMatchObject(OVERFLOW);
  expect(await balance()).toBe(before);
  await send([coinbase(LARGEST), coinbase(BIGINT_MAX - full * LARGEST)]);
  expect(await balance()).toBe(BIGINT_MAX);
  for (const amount of [1n, LARGEST])
    await expect(send([coinbase(amount)])).rejects.toMatchObject(OVERFLOW);
  expect(await balance()).toBe(BIGINT_MAX);
  expect(await verifyLedger(books.database)).toEqual([]);
});
