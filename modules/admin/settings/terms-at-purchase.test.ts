/**
 * Tests that purchases made before a change of prices and terms keep their terms, and that later
 * purchases get the new ones.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { earnRoutes } from "#earn";
import { houseAccount, verifyLedger } from "#ledger";
import { miningRoutes } from "#mining";
import { shopRoutes } from "#shop";
import { payInto } from "../../../test/support/people/back-office.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { saver } from "../../../test/support/money/earn.ts";
import { fundTreasury, moneyRequest, openGate } from "../../../test/support/money/mining.ts";
import { ownerWith, shopDeps } from "../../../test/support/money/shop.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import {
  startSiteSettings,
  type SiteSettings,
} from "../../../test/support/servers/site-settings.ts";
import { noEarnings } from "../../../test/support/money/no-earnings.ts";

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());

describe("purchases made before a change", () => {
  test("a contract keeps its price after a price change", async () => {
    const { database } = office.deps;
    const mining = miningRoutes({
      ...office.deps,
      frozenAmong: async () => new Set<string>(),
      settleEarnings: noEarnings,
      payGate: openGate(office.deps.clock),
    });
    const userId = await userWith(database, { sats: 10_000_000n });
    const caller = { ...office.admin, userId, isAdmin: false };
    const buy = (priceSats?: bigint) =>
      mining.buyContract({
        ...plainRequest,
        caller,
        body: { planId: "starter-rig", priceSats },
        idempotency: moneyRequest(userId, "buy"),
      });
    const bought = await buy(165_000n); // 99 USD at 60,000 USD per BTC
    await office.postTerms("starter-rig", { price: "120" });
    await expect(buy(165_000n)).rejects.toMatchObject({
      code: "price_changed",
      status: 409,
      text: "The price of Starter Rig is now 200000 sats. Check the new result before you buy.",
    });
    expect((await buy(200_000n)).paidCents).toBe(12_000n);
    const { contracts } = await mining.getMining({ ...plainRequest, caller });
    expect(contracts.find(({ id }) => id === bought.id)).toMatchObject({
      paidSats: 165_000n,
      paidCents: 9_900n,
    });
    const plans = await mining.listPlans({ ...plainRequest, caller: undefined });
    expect(plans.items[0]).toMatchObject({ priceCents: 12_000n, priceSats: 200_000n });
  });

  test("purchases during a price change pay the displayed price or fail", async () => {
    const { database } = office.deps;
    const mining = miningRoutes({
      ...office.deps,
      frozenAmong: async () => new Set<string>(),
      settleEarnings: noEarnings,
      payGate: openGate(office.deps.clock),
    });
    const plan = (await mining.listPlans({ ...plainRequest, caller: undefined })).items[0];
    const buyers = await Promise.all(
      Array.from({ length: 12 }, () => userWith(database, { sats: 1_000_000n })),
    );
    const buy = (userId: string) =>
      mining.buyContract({
        ...plainRequest,
        caller: { ...office.admin, userId, isAdmin: false },
        body: { planId: "starter-rig", priceSats: plan?.priceSats },
        idempotency: moneyRequest(userId, "buy"),
      });
    const [change, ...results] = await Promise.allSettled([
      office.postTerms("starter-rig", { price: "130" }),
      ...buyers.map(buy),
    ]);
    expect(change.status).toBe("fulfilled");
    const paid = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const refused = results.filter(({ status }) => status === "rejected");
    expect(new Set(paid.map(({ paidSats }) => paidSats))).toEqual(
      new Set(paid.length > 0 ? [plan?.priceSats] : []),
    );
    expect(refused).toMatchObject(refused.map(() => ({ reason: { code: "price_changed" } })));
    await expect(buy(await userWith(database, { sats: 1_000_000n }))).rejects.toMatchObject({
      code: "price_changed",
    });
    expect(await verifyLedger(database)).toEqual([]);
  });

  test("a running boost keeps its price after a price change", async () => {
    const { database } = office.deps;
    const mining = miningRoutes({
      ...office.deps,
      frozenAmong: async () => new Set<string>(),
      settleEarnings: noEarnings,
      payGate: openGate(office.deps.clock),
    });
    const minerOf50Ths = async () => {
      const userId = await userWith(database, { sats: 10_000_000n });
      const caller = { ...office.admin, userId, isAdmin: false };
      const request = { ...plainRequest, caller, idempotency: moneyRequest(userId, "buy") };
      await mining.buyContract({ ...request, body: { planId: "starter-rig" } });
      return (priceSats?: bigint) =>
        mining.buyBoost({
          ...request,
          body: { multiplier: "3", priceSats },
          idempotency: moneyRequest(userId, "boost"),
        });
    };
    // 100 TH/s x 0.05 USD = 5 USD, at 60,000 USD per BTC.
    const early = await (await minerOf50Ths())(8_334n);
    const boost = await minerOf50Ths();
    await office.post({ boostUsdPerThsDay: "0.06" });
    await expect(boost(8_334n)).rejects.toMatchObject({
      code: "price_changed",
      status: 409,
      text: "The price of a 3x boost is now 10000 sats. Check the new result before you buy.",
    });
    expect((await boost(10_000n)).paidSats).toBe(10_000n);
    expect(early.paidSats).toBe(8_334n);
    expect(await verifyLedger(database)).toEqual([]);
  });

  test("contracts continue when their plan is no longer sold", async () => {
    const mining = miningRoutes({
      ...office.deps,
      frozenAmong: async () => new Set<string>(),
      settleEarnings: noEarnings,
      payGate: openGate(office.deps.clock),
    });
    const userId = await userWith(office.deps.database, { sats: 10_000_000n });
    const caller = { ...office.admin, userId, isAdmin: false };
    const request = { ...plainRequest, caller, body: { planId: "pro-miner" } };
    const buy = () => mining.buyContract({ ...request, idempotency: moneyRequest(userId, "buy") });
    const { id } = await buy();
    await office.postTerms("pro-miner", { isOffered: "0" });
    await expect(buy()).rejects.toMatchObject({ code: "plan_retired", title: "No Longer Sold" });
    const { items } = await mining.listPlans({ ...plainRequest, caller: undefined });
    expect(items.map((plan) => [plan.id, plan.isOpen, plan.closedReason])[1]).toEqual([
      "pro-miner",
      false,
      "This plan is no longer sold. Existing contracts run to their end.",
    ]);
    const { contracts } = await mining.getMining({ ...plainRequest, caller });
    expect(contracts).toMatchObject([{ id, state: "running" }]);
  });

  test("a rig keeps its purchase price, which determines its buy-back price", async () => {
    const { database } = office.deps;
    const { clock } = office.deps;
    const deps = { ...shopDeps(database), clock, payGate: openGate(clock) };
    const shop = shopRoutes(deps);
    await fundTreasury(database, 50_000_000n);
    const userId = await ownerWith(database, 20_000_000n);
    const caller = { ...office.admin, userId, isAdmin: false };
    const order = () =>
      shop.placeOrder({
        ...plainRequest,
        caller,
        body: { itemId: "m30s-plus-plus", quantity: 1 },
        idempotency: moneyRequest(userId, "placeOrder"),
      });
    await order();
    await office.postTerms("m30s-plus-plus", { price: "4000" });
    const rigs = async () =>
      (await shop.listRigs({ ...plainRequest, caller, query: { limit: 50 } })).items;
    expect((await rigs())[0]).toMatchObject({ paidCents: 380_000n, sellBackCents: 304_000n });
    await order();
    expect(
      (await rigs()).map(({ paidCents }) => paidCents).toSorted((a, b) => Number(a - b)),
    ).toEqual([380_000n, 400_000n]);
    await office.postTerms("m30s-plus-plus", { isOffered: "0" });
    await expect(order()).rejects.toMatchObject({ code: "item_retired" });
  });

  test("an open position keeps its term after a change of terms", async () => {
    const { database } = office.deps;
    await payInto(office.deps, houseAccount("earn-funding", "BTC"), 100_000_000n);
    const earn = earnRoutes({
      ...office.deps,
      frozenAmong: async () => new Set<string>(),
      settleEarnings: noEarnings,
      payGate: openGate(office.deps.clock),
    });
    const userId = await saver(database, 10_000_000n);
    const caller = { ...office.admin, userId, isAdmin: false };
    const open = (amountSats: bigint, interestSats?: bigint) =>
      earn.openInvestment({
        ...plainRequest,
        caller,
        body: { planId: "btc-starter", amountSats, interestSats },
        idempotency: moneyRequest(userId, "openInvestment"),
      });
    const first = await open(1_000_000n);
    await office.postTerms("btc-starter", { minimum: "0.005", termDays: "60" });
    await expect(open(400_000n)).rejects.toMatchObject({
      text: "The minimum for BTC Starter is 0.005 BTC.",
    });
    await expect(open(1_000_000n, first.promisedSats)).rejects.toMatchObject({
      code: "terms_changed",
    });
    const second = await open(1_000_000n);
    expect([first.durationDays, second.durationDays]).toEqual([30, 60]);
    const { items } = await earn.listPositions({ ...plainRequest, caller });
    expect(items.find(({ id }) => id === first.id)).toMatchObject({
      durationDays: 30,
      endsAt: first.endsAt,
      promisedSats: first.promisedSats,
    });
    await office.postTerms("btc-starter", { isOffered: "0" });
    await expect(open(1_000_000n)).rejects.toMatchObject({
      code: "product_withdrawn",
      text: "BTC Starter accepts no new money. Open positions continue and are paid as promised.",
    });
  });
});
