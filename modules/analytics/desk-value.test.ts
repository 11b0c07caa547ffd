/** Tests the Forex desk in a user's report: a transfer to the desk costs only its fee. */
import { deskEquity, type DeskDeps } from "#forex";
import { balancesOf, houseAccount, outsideAccount, userAccount } from "#ledger";
import { newUuid } from "#platform";
import { expect, test } from "vitest";
import { takeBack } from "../forex/funds/take-back.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { postDated } from "../../test/support/money/dated-transfers.ts";
import { deskDeps, movedFeed, order } from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { bringFunds } from "../forex/funds/bring-funds.ts";
import { userWith } from "../../test/support/money/books.ts";
import { signedInAs } from "../../test/support/servers/route-input.ts";
import { holdingsOf } from "./desk-value.ts";
import { analyticsRoutes } from "./routes.ts";

const file = fileDatabase();

/**
 * Creates an account that deposits 0.05 BTC and withdraws 0.0068 BTC. The amounts include fees of
 * 0.0002 BTC in total.
 */
async function account(deps: DeskDeps): Promise<string> {
  const userId = await userWith(deps.database, {});
  const available = userAccount(userId, "available", "BTC");
  const out = (amount: bigint, code: "withdrawal" | "withdrawal_fee") => ({
    id: newUuid(),
    debit: available,
    credit: houseAccount("fees", "BTC"),
    amount,
    code,
    cause: "wdr_a",
  });
  const received = {
    id: newUuid(),
    debit: outsideAccount("chain"),
    credit: available,
    amount: 5_000_000n,
    code: "deposit",
  } as const;
  await postDated(deps.database, [{ at: new Date(), transfers: [received] }]);
  const transfers = [out(680_000n, "withdrawal"), out(20_000n, "withdrawal_fee")];
  await postDated(deps.database, [{ at: new Date(), transfers }]);
  return userId;
}

async function reportOf(deps: DeskDeps, userId: string) {
  const { database } = deps;
  const routes = analyticsRoutes({
    database,
    clock: { now: () => new Date() },
    deskEquity: (asker) => deskEquity(deps, asker),
  });
  const input = { ...signedInAs(userId), query: {} };
  const report = await routes.getAnalytics(input);
  const [header, ...rows] = (await routes.exportAnalytics(input)).trimEnd().split("\r\n");
  const fees = report.products.find(({ product }) => product === "fees");
  const last = report.series.at(-1);
  if (!last) throw new Error("no point");
  return { report, fees, last, csv: { header, rows } };
}

const bring = (deps: DeskDeps, userId: string, amountSats: bigint) =>
  bringFunds(deps, { request: moneyRequest(userId, "transferForexFunds"), amountSats });
const back = (deps: DeskDeps, userId: string, amountCents: bigint) =>
  takeBack(deps, { request: moneyRequest(userId, "transferForexFunds"), amountCents });

test("a round trip to the desk adds only its fees to the cost", async () => {
  const deps = deskDeps(file.database);
  const userId = await account(deps);
  const before = await reportOf(deps, userId);
  expect(before.fees).toMatchObject({ costSats: 20_000n });
  expect(before.last).toMatchObject({ valueSats: 4_300_000n, putInSats: 4_320_000n });

  const { amountCents } = await bring(deps, userId, 2_000_000n);
  const there = await reportOf(deps, userId);
  expect(there.fees).toMatchObject({ costSats: 25_000n });
  expect(there.last).toMatchObject({
    walletSats: 2_300_000n,
    deskCents: amountCents,
    deskSats: 1_995_000n,
    valueSats: 4_295_000n,
    putInSats: 4_320_000n,
  });
  expect(there.report.curve?.at(-1)).toMatchObject({
    valueSats: 4_295_000n,
    putInSats: 4_320_000n,
  });
  expect(there.report.btc).toMatchObject({ isBalanced: true, converted: -1_995_000n });
  expect(there.report.usd).toMatchObject({ isBalanced: true, converted: amountCents });

  await back(deps, userId, amountCents);
  const home = await reportOf(deps, userId);
  expect(home.fees).toMatchObject({ costSats: 25_000n, costCents: 0n });
  expect(home.last).toMatchObject({ valueSats: 4_295_000n, putInSats: 4_320_000n, deskSats: 0n });
  expect(home.report.btc).toMatchObject({ isBalanced: true, converted: 0n, cost: 25_000n });
});

test("unrealised profit or loss at the desk is part of the value", async () => {
  const moved = movedFeed(deskDeps(file.database).feed);
  const deps = deskDeps(file.database, { feed: moved.feed });
  const userId = await account(deps);
  const { amountCents } = await bring(deps, userId, 2_000_000n);
  await order(deps, userId, { units: "10000" });
  moved.move("EUR_USD", deps.clock.now().getTime(), -50_000);
  const { last } = await reportOf(deps, userId);
  // On 10,000 EUR, a move of 0.05 USD is worth 500 USD. The spread costs about one dollar.
  expect(last.deskCents).toBeLessThan(amountCents - 50_000n);
  expect(last.valueCents).toBe(amountCents);
  expect(last.valueSats - last.walletSats).toBe(last.deskSats);
});

test("converting gains has a cost in cents", async () => {
  const moved = movedFeed(deskDeps(file.database).feed);
  const deps = deskDeps(file.database, { feed: moved.feed });
  const userId = await account(deps);
  await bring(deps, userId, 2_000_000n);
  await order(deps, userId, { units: "10000" });
  moved.move("EUR_USD", deps.clock.now().getTime(), 50_000);
  await order(deps, userId, { units: "-10000" });
  const { availableCents } = await balancesOf(file.database, userId);
  const { amountCents } = await back(deps, userId, availableCents);
  const gainCents = amountCents - 119_700n;
  expect(gainCents).toBeGreaterThan(40_000n);
  const { fees, report } = await reportOf(deps, userId);
  // The cost is 0.25% of the gain, rounded up.
  expect(fees?.costCents).toBe((gainCents * 25n + 9_999n) / 10_000n);
  expect(report.usd).toMatchObject({ isBalanced: true, closing: 0n });
});

// A Friday on which a position is at -400 USD at market close.
const FRIDAY = {
  day: "2026-09-18",
  at: new Date("2026-09-18T21:00:00Z"),
  balanceCents: 100_000n,
  openCents: -40_000n,
};

function deskCentsOn(
  day: string,
  valueCents: bigint,
  moves: readonly { readonly at: Date; readonly amountCents: bigint }[] = [],
): bigint {
  const nothing = { contributions: 0n, income: 0n, cost: 0n, withdrawals: 0n, converted: 0n };
  const asset = { ...nothing, putIn: 0n, convertedSoFar: 0n, mined: 0n, products: {} };
  const BTC = { ...asset, value: 0n };
  const USD = { ...asset, value: valueCents };
  const rate = { validFrom: new Date(0), centsPerBtc: 6_000_000n };
  const equity = { nowCents: 0n, closes: [FRIDAY], moves };
  return holdingsOf({ day, BTC, USD }, rate, { equity, isToday: false }).deskCents;
}

test("Friday's unrealised profit or loss is carried over to Saturday and Sunday", () => {
  for (const day of ["2026-09-18", "2026-09-19", "2026-09-20"])
    expect(deskCentsOn(day, 100_000n)).toBe(60_000n);
  expect(deskCentsOn("2026-09-17", 100_000n)).toBe(100_000n);
});

test("a trade closed between market close and midnight is counted once", () => {
  expect(deskCentsOn("2026-09-18", 60_000n)).toBe(60_000n);
});

test("dollars moved after market close are included from that day on", () => {
  const moves = [
    { at: new Date("2026-09-18T20:00:00Z"), amountCents: 7n },
    { at: new Date("2026-09-19T10:00:00Z"), amountCents: 5_000n },
  ];
  expect(deskCentsOn("2026-09-18", 100_000n, moves)).toBe(60_000n);
  expect(deskCentsOn("2026-09-19", 105_000n, moves)).toBe(65_000n);
});
