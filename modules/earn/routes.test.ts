/** Tests the earn API: every response matches its schema and has the requirement's figures. */
import { earnApi } from "#api/earn";
import { beforeAll, describe, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { earnDeps, saver, setFunding, type EarnTestDeps } from "../../test/support/money/earn.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { anonymous, signedInAs, wireOf } from "../../test/support/servers/route-input.ts";
import { earnRoutes } from "./routes.ts";

const DAY_MS = 86_400_000;

const test_ = fileDatabase();
let deps: EarnTestDeps;
let routes: ReturnType<typeof earnRoutes>;
beforeAll(async () => {
  deps = earnDeps(test_.database);
  routes = earnRoutes(deps);
  await setFunding(test_.database, 200_000_000n);
});

const wire = wireOf(earnApi);

test("the products have the requirement's rates, minimums and terms", async () => {
  const body = wire("listEarnProducts", await routes.listEarnProducts(anonymous));
  expect(body).toMatchObject({
    items: [
      { name: "BTC Starter", apyPercent: "8", minSats: 100_000, durationDays: 30, isOpen: true },
      { name: "BTC Growth", apyPercent: "15", minSats: 5_000_000, durationDays: 90 },
      {
        name: "BTC Pro",
        apyPercent: "25",
        apyIsFloor: true,
        minSats: 50_000_000,
        durationDays: null,
      },
      { name: "30-day staking", kind: "staking", apyPercent: "35", durationDays: 30, minSats: 1 },
      { name: "90-day staking", kind: "staking", apyPercent: "50", durationDays: 90 },
      { name: "180-day staking", kind: "staking", apyPercent: "75", durationDays: 180 },
    ],
    fund: { fundingSats: 200_000_000, reservedSats: 0, targetSats: 200_000_000 },
  });
});

test("a new user's portfolio is empty", async () => {
  const userId = await saver(test_.database, 0n);
  expect(wire("listPositions", await routes.listPositions(signedInAs(userId)))).toMatchObject({
    items: [],
    totals: { investedSats: 0, accruedSats: 0, promisedSats: 0, paidSats: 0 },
  });
});

describe("a stake opened through the API", () => {
  test("a stake shows its terms and accrued interest, and can be closed", async () => {
    const userId = await saver(test_.database, 20_000_000n);
    const body = { amountSats: 10_000_000n, durationDays: 90, interestSats: 1_232_876n };
    const idempotency = moneyRequest(userId, "openStake", body);
    const ask = { ...signedInAs(userId), body, idempotency };
    const opened = wire("openStake", await routes.openStake(ask));
    expect(opened).toMatchObject({
      name: "90-day staking",
      kind: "staking",
      principalSats: 10_000_000,
      apyPercent: "50",
      openedAt: "2026-03-01T09:00:00.000Z",
      endsAt: "2026-05-30T09:00:00.000Z",
      state: "open",
      promisedSats: 1_232_876,
      interestOnExitSats: 0,
      accrual: { fromSats: 0, toSats: 1_232_876 },
      outcome: null,
    });
    deps.clock.advance(45 * DAY_MS);
    expect(wire("openStake", await routes.openStake(ask))).toEqual(opened);
    const half = await routes.listPositions(signedInAs(userId));
    expect(wire("listPositions", half)).toMatchObject({
      totals: { investedSats: 10_000_000, accruedSats: 616_438, promisedSats: 1_232_876 },
      fund: { reservedSats: 1_232_876 },
    });
    const params = { positionId: half.items[0]?.id ?? "" };
    const exit = await routes.exitPosition({
      ...signedInAs(userId),
      params,
      idempotency: moneyRequest(userId, "exitPosition", params),
    });
    expect(wire("exitPosition", exit)).toMatchObject({
      state: "closed",
      outcome: "left",
      paidSats: 0,
      accrual: null,
    });
  });

  test("a body that does not match the schema is refused", () => {
    const { body } = earnApi.openStake;
    for (const wrong of [
      { amountSats: 1 },
      { amountSats: "1", durationDays: 90 },
      { amountSats: 1.5, durationDays: 90 },
      { amountSats: 2 ** 53, durationDays: 90 },
      { amountSats: 1, durationDays: 90, apyPercent: "500" },
    ])
      expect(body.safeDecode(wrong as never).success).toBe(false);
  });
});

test("an investment can be opened through the API", async () => {
  const userId = await saver(test_.database, 50_000_000n);
  const body = { planId: "btc-pro", amountSats: 50_000_000n };
  const opened = await routes.openInvestment({
    ...signedInAs(userId),
    body,
    idempotency: moneyRequest(userId, "openInvestment", body),
  });
  const paidThrough = opened.openedAt.getTime() + 30 * DAY_MS;
  expect(wire("openInvestment", opened)).toMatchObject({
    name: "BTC Pro",
    endsAt: null,
    promisedSats: 1_027_397,
    paidThrough: new Date(paidThrough).toISOString(),
    accrual: { fromSats: 0, toSats: 34_246 },
  });
});
