/**
 * Tests orders on a real database. Each order is paid exactly once at the price that the user saw,
 * even with repeated or concurrent requests or a killed process.
 */
import { shopApi } from "#api/shop";
import { accountBalance, balancesOf, houseAccount, statement, verifyLedger } from "#ledger";
import { rigsOf } from "#mining";
import type { IdempotentRequest } from "#platform";
import { beforeAll, describe, expect, test } from "vitest";
import { fileDatabase, testDatabase } from "../../test/support/servers/database.ts";
import { fundTreasury, moneyRequest, setReferenceValues } from "../../test/support/money/mining.ts";
import { runProgram } from "../../test/support/servers/program.ts";
import { ownerWith, rackOf, shopDeps } from "../../test/support/money/shop.ts";
import { placeOrder } from "./place-order.ts";

/** 3,500 USD / 60,000 USD per BTC = 0.058333333... BTC */
const S19_SATS = 5_833_334n;

const test_ = fileDatabase();
let deps: ReturnType<typeof shopDeps>;
beforeAll(async () => {
  deps = shopDeps(test_.database);
  await fundTreasury(test_.database, 10_000_000_000n);
});

const balance = async (userId: string) => (await balancesOf(test_.database, userId)).availableSats;
const order = (
  userId: string,
  itemId = "s19-pro",
  more: { quantity?: number; priceSats?: bigint } = {},
) =>
  placeOrder(deps, { request: moneyRequest(userId, "placeOrder"), itemId, quantity: 1, ...more });

describe("an order", () => {
  test.each([
    ["s19-pro", "S19 Pro", S19_SATS],
    ["m30s-plus-plus", "M30S++", 6_333_334n], // 3,800 USD / 60,000 USD per BTC
    ["mining-rig-frame", "Mining Rig Frame", 250_000n], // 150 USD / 60,000 USD per BTC
  ])(
    "an order of %s costs its USD price at the reference rate, rounded up",
    async (id, name, sats) => {
      const treasury = () => accountBalance(test_.database, houseAccount("treasury", "BTC"));
      const before = await treasury();
      const userId = await ownerWith(test_.database, sats);
      const placed = await order(userId, id);
      expect(placed).toMatchObject({ itemId: id, name, quantity: 1, unitSats: sats });
      expect(await balance(userId)).toBe(0n);
      expect(await treasury()).toBe(before + sats);
      const { items } = await statement(test_.database, { userId, limit: 1 });
      expect(items[0]).toMatchObject({ code: "hardware_purchase", cause: placed.id });
      expect(await rackOf(deps, userId)).toMatchObject([{ name, orderId: placed.id }]);
    },
  );

  test("an order that costs one satoshi more than the balance is refused", async () => {
    const userId = await ownerWith(test_.database, S19_SATS - 1n);
    await expect(order(userId)).rejects.toMatchObject({
      code: "insufficient_funds",
      title: "Insufficient Funds",
      text: "You do not have enough BTC for S19 Pro.",
    });
    await expect(order(userId, "s19-pro", { quantity: 3 })).rejects.toMatchObject({
      text: "You do not have enough BTC for 3 x S19 Pro.",
    });
    expect(await rackOf(deps, userId)).toEqual([]);
    expect(await rigsOf(test_.database, userId)).toEqual([]);
  });

  test("an order for ten rigs installs ten rigs", async () => {
    const userId = await ownerWith(test_.database, 10n * S19_SATS);
    const placed = await order(userId, "s19-pro", { quantity: 10 });
    expect(new Set(placed.rigIds).size).toBe(10);
    expect((await rigsOf(test_.database, userId)).map(({ id }) => id).toSorted()).toEqual(
      placed.rigIds.toSorted(),
    );
    expect(await balance(userId)).toBe(0n);
  });

  test("a frame has the state earns_nothing", async () => {
    const userId = await ownerWith(test_.database, 250_000n);
    await order(userId, "mining-rig-frame");
    expect(await rigsOf(test_.database, userId)).toEqual([]);
    expect(await rackOf(deps, userId)).toMatchObject([{ state: "earns_nothing" }]);
  });

  test("an order for an unknown item is refused", async () => {
    const userId = await ownerWith(test_.database, S19_SATS);
    await expect(order(userId, "s21-pro")).rejects.toMatchObject({
      code: "item_unknown",
      status: 404,
    });
  });

  test("an order is refused if the price differs from the price the user saw", async () => {
    const userId = await ownerWith(test_.database, S19_SATS);
    await expect(order(userId, "s19-pro", { priceSats: S19_SATS - 1n })).rejects.toMatchObject({
      code: "price_changed",
      text: "The price of S19 Pro is now 5833334 sats. Check it before you confirm.",
    });
    await order(userId, "s19-pro", { priceSats: S19_SATS });
  });

  test("an order from a frozen account is refused", async () => {
    const userId = await ownerWith(test_.database, S19_SATS);
    const frozen = { ...deps, frozenAmong: async () => new Set([userId]) };
    const request = moneyRequest(userId, "placeOrder");
    await expect(
      placeOrder(frozen, { request, itemId: "s19-pro", quantity: 1 }),
    ).rejects.toMatchObject({ code: "account_frozen" });
  });

  test.each([0, -1, 1.5, 11, 2 ** 53, "1", null])(
    "an order with quantity %j is refused",
    (quantity) => {
      const { body } = shopApi.placeOrder;
      expect(body.safeParse({ itemId: "s19-pro", quantity }).success).toBe(false);
    },
  );

  test("the quantity defaults to one", () => {
    const { body } = shopApi.placeOrder;
    expect(body.parse({ itemId: "s19-pro" }).quantity).toBe(1);
    expect(body.safeParse({ itemId: "s19-pro", unitSats: 1 }).success).toBe(false);
  });
});

describe("sales", () => {
  test("rigs are not sold while the platform cannot cover them", async () => {
    const own = await testDatabase();
    try {
      const ownDeps = shopDeps(own.database);
      await fundTreasury(own.database, 10_000_000n);
      const userId = await ownerWith(own.database, 3n * S19_SATS);
      const buy = (itemId: string) =>
        placeOrder(ownDeps, { request: moneyRequest(userId, "placeOrder"), itemId, quantity: 1 });
      await buy("s19-pro");
      // At a block reward of 10,000 BTC, 110 TH/s would earn far more coins than the platform has.
      await setReferenceValues(ownDeps, { feesSats: 10n ** 12n });
      await expect(buy("s19-pro")).rejects.toMatchObject({
        code: "sales_closed",
        title: "Sales Closed",
      });
      await buy("mining-rig-frame");
    } finally {
      await own.close();
    }
  });
});

/**
 * Places an order in a separate process that is killed at the failpoint. Returns the signal that
 * killed the process, or null.
 */
async function orderAndDie(request: IdempotentRequest, failpoint: string): Promise<string | null> {
  const time = deps.clock.now().toISOString();
  const { userId, key } = request;
  const words = [test_.url, time, "order", userId, key, "s19-pro"] as const;
  return runProgram("test/support/money/rig-payer.ts", words, failpoint);
}

describe("exactly-once orders", () => {
  test("repeated requests with one idempotency key are charged once", async () => {
    const userId = await ownerWith(test_.database, 3n * S19_SATS);
    const request = moneyRequest(userId, "placeOrder");
    const again = () => placeOrder(deps, { request, itemId: "s19-pro", quantity: 1 });
    const first = await again();
    expect(await again()).toEqual(first);
    await Promise.allSettled(Array.from({ length: 8 }, again));
    expect(await balance(userId)).toBe(2n * S19_SATS);
    expect(await rackOf(deps, userId)).toHaveLength(1);
  });

  test("of 100 concurrent orders with a balance for one, exactly one succeeds", async () => {
    const userId = await ownerWith(test_.database, S19_SATS);
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => order(userId)));
    const won = results.filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(1);
    const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(lost).toMatchObject(Array.from({ length: 99 }, () => ({ code: "insufficient_funds" })));
    expect(await rigsOf(test_.database, userId)).toHaveLength(1);
    expect(await balance(userId)).toBe(0n);
  });

  test.each([
    ["shop.order-written", 2n * S19_SATS],
    ["shop.order-committed", S19_SATS],
  ])("an order killed at %s and repeated is charged once", async (at, remainingSats) => {
    const userId = await ownerWith(test_.database, 2n * S19_SATS);
    const request = moneyRequest(userId, "order", { id: "s19-pro" });
    expect(await orderAndDie(request, at)).toBe("SIGKILL");
    expect(await balance(userId)).toBe(remainingSats);
    expect(await orderAndDie(request, "")).toBeNull();
    await placeOrder(deps, { request, itemId: "s19-pro", quantity: 1 });
    expect(await balance(userId)).toBe(S19_SATS);
    expect(await rigsOf(test_.database, userId)).toHaveLength(1);
  });
});

test("the ledger has no errors after all orders", async () => {
  expect(await verifyLedger(test_.database)).toEqual([]);
});
