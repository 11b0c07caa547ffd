/**
 * Tests earn rates with a real database. Each rate is dated, is never below the promised minimum,
 * and must be based on the rate that the administrator saw.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "#audit";
import type { Caller } from "#api/route";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import {
  rateOf,
  startSiteSettings,
  WHY,
  type SiteSettings,
} from "../../../test/support/servers/site-settings.ts";

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());
beforeEach(() => {
  office.announced.length = 0;
});

describe("earn rates", () => {
  test("a new rate applies immediately", async () => {
    const settings = await office.settings();
    expect(
      settings.earn.map(({ name, floorPercent, rates }) => [
        name,
        floorPercent,
        rates[0]?.apyPercent,
      ]),
    ).toEqual([
      ["BTC Starter", null, "8"],
      ["BTC Growth", null, "15"],
      ["BTC Pro", "25", "25"],
      ["30-day staking", null, "35"],
      ["90-day staking", null, "50"],
      ["180-day staking", null, "75"],
    ]);
    const before = rateOf(settings, "btc-pro");
    const after = await office.postRate("btc-pro", "27.5");
    expect(rateOf(after, "btc-pro")).toMatchObject({
      apyPercent: "27.5",
      setBy: office.admin.email,
    });
    expect(rateOf(after, "btc-pro").validFrom <= after.at).toBe(true);
    expect(after.earn.find(({ productId }) => productId === "btc-pro")?.rates[1]).toEqual(before);
    expect(office.announced).toEqual(["rates"]);
    expect(await office.lastEntry()).toMatchObject({
      action: "settings.rate",
      before: { apyPercent: "25" },
      after: { apyPercent: "27.5", product: "btc-pro" },
    });
  });

  test.each([
    ["btc-pro", "24.99", "APY must be at least 25 %, the promised minimum."],
    ["btc-starter", "0", "APY must be above 0."],
    ["btc-starter", "81", "APY can change by at most a factor of 10. Enter 0.8 to 80."],
    ["staking-180", "1001", "APY must be at most 100 %."],
    ["staking-30", "35,5", "APY must be a number of at least 0"],
  ])("%s at %s %% is refused: %s", async (productId, apy, text) => {
    const entries = await office.auditEntries();
    await expect(office.postRate(productId, apy)).rejects.toMatchObject({
      status: 422,
      text: expect.stringContaining(text) as string,
    });
    expect(await office.auditEntries()).toBe(entries);
  });

  test("an unavailable plan and an unchanged rate are refused", async () => {
    const { id: seenId } = rateOf(await office.settings(), "btc-starter");
    const body = { productId: "btc-none", seenId, apyPercent: "9", ...WHY };
    await expect(
      office.routes.setEarnRate({ ...plainRequest, caller: office.admin, body }),
    ).rejects.toMatchObject({ code: "rate_product_unknown" });
    await expect(office.postRate("btc-starter", "8.00")).rejects.toMatchObject({
      code: "rate_same",
    });
  });

  test("only one of two concurrent changes of a rate succeeds", async () => {
    const { id: seenId } = rateOf(await office.settings(), "staking-90");
    const at = (apyPercent: string, caller: Caller) =>
      office.routes.setEarnRate({
        ...plainRequest,
        caller,
        body: { productId: "staking-90", seenId, apyPercent, ...WHY },
      });
    const results = await Promise.allSettled([
      at("51", office.admin),
      at("52", office.other),
      office.postRate("staking-30", "36"),
    ]);
    expect(results[2]?.status).toBe("fulfilled");
    expect(results.slice(0, 2).filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { status: 409, code: "rate_changed" } },
    ]);
    const { earn } = await office.settings();
    expect(earn.find(({ productId }) => productId === "staking-90")?.rates).toHaveLength(2);
  });
});

test("the audit log is valid after all changes", async () => {
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});
