/** Tests the detailed curve of an account's first days, and the age at which it ends. */
import { outsideAccount, userAccount, type StepSum, type Transfer } from "#ledger";
import { newUuid } from "#platform";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { postDated } from "../../test/support/money/dated-transfers.ts";
import { signedInAs } from "../../test/support/servers/route-input.ts";
import { analyticsRoutes } from "./routes.ts";
import { curveOf } from "./first-days-curve.ts";

const FIRST = new Date("2026-11-20T10:00:05Z");
const HOUR_MS = 3_600_000;

const books = fileDatabase();

const later = (ms: number) => new Date(FIRST.getTime() + ms);

async function curveAfter(ageMs: number, query: { from?: string; to?: string } = {}) {
  const userId = await userWith(books.database, {});
  const available = userAccount(userId, "available", "BTC");
  const deposit = (amount: bigint): Transfer => ({
    id: newUuid(),
    debit: outsideAccount("chain"),
    credit: available,
    amount,
    code: "deposit",
  });
  const fee: Transfer = {
    id: newUuid(),
    debit: available,
    credit: outsideAccount("chain"),
    amount: 3n,
    code: "withdrawal_network_fee",
    cause: "wdr_a",
  };
  await postDated(books.database, [
    { at: FIRST, transfers: [deposit(10n)] },
    { at: later(20_000), transfers: [fee] },
    { at: later(90_000), transfers: [deposit(5n)] },
  ]);
  const routes = analyticsRoutes({ database: books.database, clock: { now: () => later(ageMs) } });
  const { curve } = await routes.getAnalytics({ ...signedInAs(userId), query });
  return curve?.map(({ at, valueSats, putInSats }) => [
    at.toISOString().slice(11, 19),
    valueSats,
    putInSats,
  ]);
}

test("a transfer to the Forex desk lowers net deposits and value by the same amount", () => {
  const sum = (minute: number, code: StepSum["code"], amount: bigint): StepSum => ({
    at: later(minute * 60_000),
    asset: "BTC",
    code,
    about: null,
    amount,
  });
  const points = curveOf([
    sum(0, "deposit", 10n),
    sum(1, "forex_deposit", -4n),
    sum(2, "withdrawal_network_fee", -1n),
  ]);
  expect(points.map(({ value, putIn }) => value - putIn)).toEqual([0n, 0n, -1n]);
});

test("the curve has minute points, then hour points, and ends after two days", async () => {
  expect(await curveAfter(HOUR_MS)).toEqual([
    ["10:00:25", 7n, 10n],
    ["10:01:35", 12n, 15n],
  ]);
  expect(await curveAfter(3 * HOUR_MS)).toEqual([["10:01:35", 12n, 15n]]);
  expect(await curveAfter(50 * HOUR_MS)).toBeUndefined();
});

test("a range that omits some days has no detailed curve", async () => {
  expect(await curveAfter(20 * HOUR_MS, { from: "2026-11-21" })).toBeUndefined();
  expect(await curveAfter(20 * HOUR_MS, { to: "2026-11-20" })).toBeUndefined();
});
