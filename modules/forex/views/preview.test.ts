import { instrumentNamed, PRICE_MAX, priceText, type OrderRequest } from "#market";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, trader } from "../../../test/support/money/forex.ts";
import { previewOrder } from "./preview.ts";

const file = fileDatabase();
const instrument = "USD_JPY";

test("an order at the lowest or highest possible price can be previewed", async () => {
  const deps = deskDeps(file.database);
  const userId = await trader(deps);
  await order(deps, userId, { units: "1000", instrument });
  const limit = (price: string) =>
    previewOrder(deps, userId, { type: "LIMIT", instrument, units: "-1000", price });
  for (const price of ["0.007", "0.001"]) {
    const { reason, realisedCents } = await limit(price);
    expect(reason).toBeNull();
    // Selling at almost zero loses nearly all of a position whose value in yen is many times its
    // price.
    expect(realisedCents).toBeLessThan(0n);
  }
  const pair = instrumentNamed(instrument);
  const highest = pair ? priceText(PRICE_MAX, pair) : "";
  const { reason, realisedCents } = await limit(highest);
  expect(reason).toBeNull();
  expect(realisedCents).toBeGreaterThan(0n);
});

test("the previewed financing covers three nights on a Wednesday", async () => {
  const deps = deskDeps(file.database);
  const userId = await trader(deps);
  const HOUR_MS = 3_600_000;
  const toNoonOf = (weekday: number) => {
    const now = deps.clock.now();
    const days = (weekday - now.getUTCDay() + 7) % 7 || 7;
    const noon = Math.floor(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS + 12 * HOUR_MS;
    deps.clock.advance(noon + days * 24 * HOUR_MS - now.getTime());
  };
  const financing = async (weekday: number) => {
    toNoonOf(weekday);
    const draft = { type: "MARKET", instrument, units: "100000" } as const;
    return Number((await previewOrder(deps, userId, draft)).financingCents);
  };
  const tuesday = await financing(2);
  const wednesday = await financing(3);
  expect(tuesday).not.toBe(0);
  expect(wednesday / tuesday).toBeCloseTo(3, 0);
  expect((await financing(6)) / tuesday).toBeCloseTo(1, 0);
});

test("a fill-or-kill order whose price is not reached is previewed as cancelled", async () => {
  const deps = deskDeps(file.database);
  const userId = await trader(deps);
  const reasonOf = async (change: Pick<OrderRequest, "type" | "price">) => {
    const now = { ...change, instrument, units: "1000", timeInForce: "FOK" } as const;
    return (await previewOrder(deps, userId, now)).reason;
  };
  expect(await reasonOf({ type: "STOP", price: "999" })).toBe("TIME_IN_FORCE_EXPIRED");
  expect(await reasonOf({ type: "LIMIT", price: "1" })).toBe("TIME_IN_FORCE_EXPIRED");
  expect(await reasonOf({ type: "STOP", price: "1" })).toBeNull();
  expect(await reasonOf({ type: "LIMIT", price: "999" })).toBeNull();
});
