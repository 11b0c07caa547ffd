/**
 * Tests that each response of the shop's API matches its schema and that each rig has its expected
 * payback time.
 */
import { shopApi } from "#api/shop";
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { fundTreasury, moneyRequest } from "../../test/support/money/mining.ts";
import { signedInAs, wireOf } from "../../test/support/servers/route-input.ts";
import { ownerWith, shopDeps } from "../../test/support/money/shop.ts";
import { setTariff } from "../mining/rigs/set-tariff.ts";
import { shopRoutes } from "./routes.ts";

const test_ = fileDatabase();
let deps: ReturnType<typeof shopDeps>;
let routes: ReturnType<typeof shopRoutes>;
beforeAll(async () => {
  await fundTreasury(test_.database, 1_000_000_000n);
  deps = shopDeps(test_.database);
  routes = shopRoutes(deps);
});

const wire = wireOf(shopApi);

const order = (userId: string, itemId: string, quantity = 1) =>
  routes.placeOrder({
    ...signedInAs(userId),
    body: { itemId, quantity },
    idempotency: moneyRequest(userId, "placeOrder"),
  });

test("the requirement's three rigs are listed with their payback time", async () => {
  const userId = await ownerWith(test_.database, 0n);
  expect(wire("listHardware", await routes.listHardware(signedInAs(userId)))).toMatchObject({
    items: [
      {
        name: "S19 Pro",
        type: "ASIC miner",
        hashRateThs: "110",
        powerKw: "3.25",
        priceCents: 350_000,
        priceSats: 5_833_334,
        isOpen: true,
        closedReason: null,
        expected: {
          earnsCents: 500,
          powerCents: 780,
          netCents: -280,
          payBackDays: null,
          payBackAt: null,
          coveredBelowUsdPerKwh: "0.0641",
        },
      },
      {
        name: "M30S++",
        type: "ASIC miner",
        hashRateThs: "112",
        powerKw: "3.47",
        priceCents: 380_000,
        expected: {
          earnsCents: 509,
          powerCents: 833,
          payBackAt: null,
          coveredBelowUsdPerKwh: "0.0611",
        },
      },
      {
        name: "Mining Rig Frame",
        type: "Frame",
        hashRateThs: "0",
        powerKw: "0",
        priceCents: 15_000,
        expected: { earnsSats: 0, powerSats: 0, payBackAt: null, coveredBelowUsdPerKwh: null },
      },
    ],
    usdPerKwh: "0.1",
    rateUsdPerBtc: "60000",
    buyBack: { percent: 80, months: 36 },
  });
});

test("the payback date depends on the user's own tariff", async () => {
  const [own, other] = [await ownerWith(test_.database, 0n), await ownerWith(test_.database, 0n)];
  await setTariff(deps, { userId: own, usdPerKwh: "0.02" });
  const first = async (userId: string) =>
    (await shopRoutes(deps).listHardware(signedInAs(userId))).items[0]?.expected;
  expect(await first(own)).toMatchObject({
    powerCents: 156n,
    payBackDays: 1_018,
    payBackAt: new Date("2028-12-13T09:00:00Z"), // 2026-03-01 + 1,018 days
  });
  expect(await first(other)).toMatchObject({ payBackDays: null });
});

test("a user's own orders are listed newest first", async () => {
  const [userId, other] = [
    await ownerWith(test_.database, 1_000_000n),
    await ownerWith(test_.database, 0n),
  ];
  await order(userId, "mining-rig-frame");
  const placed = await order(userId, "mining-rig-frame", 3);
  expect(wire("placeOrder", placed)).toMatchObject({
    quantity: 3,
    priceSats: 250_000,
    totalSats: 750_000,
    totalCents: 45_000,
  });
  const page = (query: { limit: number; cursor?: string }, of = userId) =>
    routes.listOrders({ ...signedInAs(of), query });
  const first = await page({ limit: 1 });
  expect(first.items).toMatchObject([{ id: placed.id }]);
  const second = await page({ limit: 1, cursor: first.nextCursor ?? "" });
  expect(second).toMatchObject({ items: [{ quantity: 1 }], nextCursor: null });
  expect((await page({ limit: 10 }, other)).items).toEqual([]);
  await expect(page({ limit: 1, cursor: "x" })).rejects.toMatchObject({ code: "cursor_malformed" });
});

test("the rig list shows each rig's state and buyback price", async () => {
  const userId = await ownerWith(test_.database, 6_083_334n);
  const { rigIds } = await order(userId, "s19-pro");
  await order(userId, "mining-rig-frame");
  expect(
    wire("listRigs", await routes.listRigs({ ...signedInAs(userId), query: { limit: 50 } })),
  ).toMatchObject({
    items: [
      { name: "Mining Rig Frame", state: "earns_nothing", netSats: 0, sellBackCents: 12_000 },
      {
        name: "S19 Pro",
        state: "idle",
        paidSats: 5_833_334,
        sellBackSats: 4_666_666,
        sellBackCents: 280_000,
        stoppedAt: null,
        soldAt: null,
      },
    ],
    nextCursor: null,
    netSats: 0,
    // 4,666,666 + 200,000 sats
    sellBackSats: 4_866_666,
  });
  const sold = await routes.sellRig({
    ...signedInAs(userId),
    params: { rigId: rigIds[0] ?? "" },
    body: { priceSats: 4_666_666n },
    idempotency: moneyRequest(userId, "sellRig"),
  });
  expect(wire("sellRig", sold)).toEqual({
    id: rigIds[0],
    name: "S19 Pro",
    soldSats: 4_666_666,
    soldAt: "2026-03-01T09:00:00.000Z",
  });
  expect(
    (await routes.listRigs({ ...signedInAs(userId), query: { limit: 50 } })).items.map(
      ({ state }) => state,
    ),
  ).toEqual(["earns_nothing", "sold"]);
});

test("pages of the rig list skip no rig that is sold between requests", async () => {
  const userId = await ownerWith(test_.database, 100_000_000n);
  const rigIds = [];
  for (const quantity of [3, 4])
    rigIds.push(...(await order(userId, "mining-rig-frame", quantity)).rigIds);
  const page = (cursor?: string) =>
    routes.listRigs({ ...signedInAs(userId), query: { limit: 3, ...(cursor && { cursor }) } });
  const sell = (rigId: string) =>
    routes.sellRig({
      ...signedInAs(userId),
      params: { rigId },
      body: {},
      idempotency: moneyRequest(userId, "sellRig"),
    });
  await sell(rigIds[0] ?? "");
  const first = await page();
  expect(first).toMatchObject({ netSats: 0n, sellBackSats: 6n * 200_000n });
  // Moves the last rig of the page to the end of the list.
  await sell(first.items[2]?.id ?? "");
  const second = await page(first.nextCursor ?? "");
  const third = await page(second.nextCursor ?? "");
  expect(third.nextCursor).toBeNull();
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  expect(new Set(ids)).toEqual(new Set(rigIds));
  expect(second.items.map(({ state }) => state)).toEqual(Array(3).fill("earns_nothing"));
  expect(third.items.map(({ state }) => state)).toEqual(["sold", "sold"]);
  for (const cursor of ["x", "owned.1", "sold.x.rig_1", "kept.1.rig_1"])
    await expect(page(cursor)).rejects.toMatchObject({ code: "cursor_malformed" });
});
