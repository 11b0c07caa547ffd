/** Prices and terms on a real database: a new version for what is agreed from now on; what runs keeps what it was bought with. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "#admin";
import { earnRoutes } from "#earn";
import { miningRoutes } from "#mining";
import { userWith } from "../../test/support/books.ts";
import { saver } from "../../test/support/earn.ts";
import { moneyRequest } from "../../test/support/mining.ts";
import { plainRequest } from "../../test/support/sign-in-server.ts";
import { ownerWith, shopParts } from "../../test/support/shop.ts";
import {
  startSiteSettings,
  termsOf,
  WHY,
  type SiteSettings,
} from "../../test/support/site-settings.ts";
import { shopRoutes } from "#shop";
import { payInto } from "../../test/support/back-office.ts";
import { houseAccount } from "#ledger";

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());
beforeEach(() => {
  office.announced.length = 0;
});

const current = async (subject: string) => termsOf(await office.settings(), subject).versions[0];

describe("what is on offer", () => {
  test("begins at the product's own prices and terms, with their source", async () => {
    const { terms } = await office.settings();
    const texts = terms.map(({ name, versions }) => [name, versions[0]?.values]);
    expect(Object.fromEntries(texts)).toMatchObject({
      "Starter Rig": { price: "99", isOffered: "1" },
      "Pro Miner": { price: "499", isOffered: "1" },
      "Enterprise Farm": { price: "1999", isOffered: "1" },
      "S19 Pro": { price: "3500", isOffered: "1" },
      "M30S++": { price: "3800", isOffered: "1" },
      "Mining Rig Frame": { price: "150", isOffered: "1" },
      "BTC Starter": { minimum: "0.001", termDays: "30", isOffered: "1" },
      "BTC Growth": { minimum: "0.05", termDays: "90", isOffered: "1" },
      "BTC Pro": { minimum: "0.5", isOffered: "1" },
      "30-day staking": { minimum: "0.00000001", isOffered: "1" },
    });
    expect(await current("starter-rig")).toMatchObject({
      source: "Starting prices of this product",
      setBy: "Hashfloor",
    });
  });

  test("a new price is a new version, announced, with its entry in the trail", async () => {
    const before = await current("s19-pro");
    const after = await office.postTerms("s19-pro", { price: "3600.50" });
    const { versions } = termsOf(after, "s19-pro");
    expect(versions[0]).toMatchObject({
      values: { price: "3600.5", isOffered: "1" },
      source: WHY.source,
      setBy: office.admin.email,
    });
    expect(versions[1]).toEqual(before);
    expect(office.announced).toEqual(["terms"]);
    expect(await office.lastEntry()).toMatchObject({
      action: "settings.terms",
      reason: WHY.reason,
      before: { version: before?.id, price: "3500" },
      after: { kind: "item", subject: "s19-pro", version: versions[0]?.id, price: "3600.5" },
    });
  });
});

describe("dangerous values", () => {
  test.each([
    ["starter-rig", { price: "0" }, "Price must be at least 1 USD."],
    ["starter-rig", { price: "-99" }, "Price must be a number with at most 2 decimals and a dot."],
    ["starter-rig", { price: "99.999" }, "Price must be a number with at most 2 decimals"],
    ["starter-rig", { price: "" }, "Price must be a number with at most 2 decimals and a dot."],
    ["starter-rig", { price: "1e9" }, "Price must be a number with at most 2 decimals and a dot."],
    ["s19-pro", { price: "1000000.01" }, "Price must be at most 1000000 USD."],
    ["s19-pro", { isOffered: "2" }, "On sale must be at most 1."],
    ["btc-starter", { minimum: "0" }, "Minimum must be at least 0.00000001 BTC."],
    ["btc-starter", { minimum: "1000.1" }, "Minimum must be at most 1000 BTC."],
    ["btc-growth", { termDays: "0" }, "Term must be at least 1 days."],
    ["btc-growth", { termDays: "30.5" }, "Term must be a whole number."],
    ["btc-growth", { termDays: "731" }, "Term must be at most 730 days."],
    ["starter-rig", { price: "990.01" }, "Price: a change by more than a factor of 10"],
    ["starter-rig", { price: "9.89" }, "Price: a change by more than a factor of 10"],
    ["btc-starter", { minimum: "0.5" }, "Minimum: a change by more than a factor of 10"],
  ])("%s with %j is refused with a sentence and leaves no trace", async (subject, values, text) => {
    const [before, entries] = [await current(subject), await office.auditEntries()];
    await expect(office.postTerms(subject, values)).rejects.toMatchObject({
      status: 422,
      text: expect.stringContaining(text) as string,
    });
    expect(await current(subject)).toEqual(before);
    expect(await office.auditEntries()).toBe(entries);
    expect(office.announced).toEqual([]);
  });

  test("a leap counts when it is typed a second time, and only the same value", async () => {
    const leap = (again: string) =>
      office.postTerms("mining-rig-frame", { price: "1600" }, { typedAgain: { price: again } });
    await expect(leap("1500")).rejects.toMatchObject({ code: "posted_terms_jump" });
    await leap("1600.00");
    expect((await current("mining-rig-frame"))?.values["price"]).toBe("1600");
  });

  test("the same values and an unknown subject are refused, also with another's kind", async () => {
    const same = { code: "posted_terms_same" };
    await expect(office.postTerms("pro-miner", { price: "499.00" })).rejects.toMatchObject(same);
    const seenId = (await current("pro-miner"))?.id ?? "";
    const body = {
      kind: "item",
      subject: "pro-miner",
      seenId,
      values: { price: "5", isOffered: "1" },
    };
    const change = { ...body, kind: "item" as const, typedAgain: {}, ...WHY };
    const asItem = office.routes.setTerms({ ...plainRequest, caller: office.admin, body: change });
    await expect(asItem).rejects.toMatchObject({ status: 404 });
  });

  test("of ten who saw the same version one wins", async () => {
    const seenId = (await current("enterprise-farm"))?.id ?? "";
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, one) =>
        office.postTerms(
          "enterprise-farm",
          { price: String(2000 + one) },
          { caller: one % 2 ? office.admin : office.other, seenId },
        ),
      ),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(9);
    for (const one of refused)
      expect(one).toMatchObject({ reason: { status: 409, title: "Changed Meanwhile" } });
    expect(termsOf(await office.settings(), "enterprise-farm").versions).toHaveLength(2);
  });

  test("who is no administrator any more changes nothing", async () => {
    const caller = await office.newAdministrator();
    const { database } = office.parts;
    await database.query("delete from users_roles where user_id = $1", [caller.userId]);
    const change = office.postTerms("pro-miner", { price: "500" }, { caller });
    await expect(change).rejects.toMatchObject({ status: 403 });
  });
});

describe("what was bought before", () => {
  test("a contract keeps its price; the next one costs the new price, and an old price is refused", async () => {
    const { database } = office.parts;
    const mining = miningRoutes({ ...office.parts, isFrozen: async () => false });
    const userId = await userWith(database, { sats: 10_000_000n });
    const caller = { ...office.admin, userId, isAdmin: false };
    const buy = (priceSats?: bigint) =>
      mining.buyContract({
        ...plainRequest,
        caller,
        body: { planId: "starter-rig", priceSats },
        idempotency: moneyRequest(userId, "buy"),
      });
    const bought = await buy(165_000n); // 99 / 60,000
    await office.postTerms("starter-rig", { price: "120" });
    await expect(buy(165_000n)).rejects.toMatchObject({
      code: "price_changed",
      status: 409,
      text: "The price of Starter Rig is now 200000 sats. Look at the new result before you buy.",
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

  test("a plan that is not sold any more says so; its contracts run on", async () => {
    const mining = miningRoutes({ ...office.parts, isFrozen: async () => false });
    const userId = await userWith(office.parts.database, { sats: 10_000_000n });
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
      "This plan is no longer sold. Contracts that were bought run to their end.",
    ]);
    const { contracts } = await mining.getMining({ ...plainRequest, caller });
    expect(contracts).toMatchObject([{ id, state: "running" }]);
  });

  test("a machine keeps what was paid for it, and is bought back by that", async () => {
    const { database } = office.parts;
    const parts = { ...shopParts(database), clock: office.parts.clock };
    const shop = shopRoutes(parts);
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
    const rigs = async () => (await shop.listRigs({ ...plainRequest, caller })).items;
    expect((await rigs())[0]).toMatchObject({ paidCents: 380_000n, sellBackCents: 304_000n });
    await order();
    expect(
      (await rigs()).map(({ paidCents }) => paidCents).toSorted((a, b) => Number(a - b)),
    ).toEqual([380_000n, 400_000n]);
    await office.postTerms("m30s-plus-plus", { isOffered: "0" });
    await expect(order()).rejects.toMatchObject({ code: "item_retired" });
  });

  test("an open position keeps its term; a new one has the new term and minimum", async () => {
    const { database } = office.parts;
    await payInto(office.parts, houseAccount("earn-funding", "BTC"), 100_000_000n);
    const earn = earnRoutes({ ...office.parts, isFrozen: async () => false });
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
      text: "BTC Starter takes no new money. Open positions go on and are paid as promised.",
    });
  });
});

test("the rows cannot be changed afterwards, whoever asks the database", async () => {
  for (const table of ["mining_plan_terms", "shop_item_terms", "earn_product_terms"])
    await expect(
      office.parts.database.query(`update ${table} set source = 'another'`),
    ).rejects.toMatchObject({ code: "HF001" });
});

test("the audit trail is whole after all of it", async () => {
  expect((await verifyAudit(office.parts.database)).problems).toEqual([]);
});
