/**
 * Sends invalid, hostile and absurd input to the running product. Every request must be refused
 * with a clear error, without a server error and without moving a satoshi.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { hostileVisit, withdrawalJson } from "../support/inputs/hostile-visit.ts";
import { coinsCredited, outsideAddress } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { refusalOf } from "../support/servers/raw-request.ts";

const STAKES = "/api/v1/earn/stakes";

const visit = hostileVisit();
const outside = outsideAddress();
/**
 * A user whose balance is exactly the cheapest plan's price. The other user has one satoshi less.
 */
let exact: Person;
let short: Person;
let plan: { readonly id: string; readonly priceSats: number };

beforeAll(async () => {
  exact = await signUp(visit.url, "Exact");
  short = await signUp(visit.url, "Short");
  const { items } = await exact.call("listPlans");
  plan = items.toSorted((a, b) => a.priceSats - b.priceSats)[0] ?? { id: "", priceSats: 0 };
  await exact.call("requestFaucet", { body: { amountSats: plan.priceSats } });
  await short.call("requestFaucet", { body: { amountSats: plan.priceSats - 1 } });
  await Promise.all([coinsCredited(exact), coinsCredited(short)]);
});

/**
 * Raw JSON values, including numbers that JSON.stringify never writes. bad-writes.test.ts sends
 * further values in the same fields.
 */
const notAmounts = [
  ".5",
  "1.",
  "+1",
  "1,000",
  "0.123456789",
  "Infinity",
  "0.29",
  "1e16",
  "null",
  "[1]",
  '" 12 "',
  '"1\\u0000"',
  '"１２"',
  '"0x10"',
];
/**
 * The amounts that only the stakes route must refuse here. bad-writes.test.ts cannot test them,
 * because the stake in that test is refused for its interest, whatever the amount is.
 */
const notStakes = [
  ...notAmounts,
  "1e-8",
  "01",
  "-1",
  "NaN",
  "0x10",
  "1e400",
  "9007199254740993",
  "-9007199254740993",
  "true",
  "{}",
  '"1"',
  '"1e-8"',
  '""',
  '"٣"',
  '{"$bigint":"1"}',
];

describe.each([
  [
    "a withdrawal",
    "/api/v1/withdrawals",
    (json: string) => withdrawalJson(outside, { amountSats: json }),
  ],
  ["the faucet", "/api/v1/wallet/faucet", (json: string) => `{"amountSats":${json}}`],
  [
    "a contract",
    "/api/v1/mining/contracts",
    (json: string) => `{"planId":"${plan.id}","priceSats":${json}}`,
  ],
  ["a stake", STAKES, (json: string) => `{"amountSats":${json},"durationDays":30}`],
  [
    "an investment",
    "/api/v1/earn/investments",
    (json: string) => `{"planId":"btc-starter","amountSats":${json}}`,
  ],
  ["an order", "/api/v1/shop/orders", (json: string) => `{"itemId":"s19-pro","priceSats":${json}}`],
  [
    "a number of rigs",
    "/api/v1/shop/orders",
    (json: string) => `{"itemId":"mining-rig-frame","priceSats":1,"quantity":${json}}`,
  ],
  ["a boost", "/api/v1/mining/boosts", (json: string) => `{"multiplier":${json}}`],
])("an invalid amount for %s", (_, path, bodyOf) => {
  test.each(path === STAKES ? notStakes : notAmounts)("the amount %s is refused", async (json) => {
    expect(refusalOf(await visit.send(path, { body: bodyOf(json) }))).toMatch(/^\w+$/);
  });
});

describe("purchases", () => {
  const buy = (person: Person, fields: object) =>
    visit.send("/api/v1/mining/contracts", {
      body: JSON.stringify({ planId: plan.id, ...fields }),
      person,
    });

  test("a purchase with a changed price or plan is refused", async () => {
    expect(refusalOf(await buy(visit.rich, { priceSats: plan.priceSats - 1 }))).toBe(
      "price_changed",
    );
    expect(refusalOf(await buy(visit.rich, { priceSats: 0 }))).toBe("price_changed");
    for (const planId of ["none", "", "__proto__", "constructor", plan.id.toUpperCase()])
      expect(refusalOf(await buy(visit.rich, { planId }))).toBe("plan_unknown");
    for (const planId of ["\0", "\uD800", 1, null, [plan.id]])
      expect(refusalOf(await buy(visit.rich, { planId }))).toMatch(
        /^(invalid_request|text_not_storable)$/,
      );
    expect(refusalOf(await buy(visit.rich, { priceCents: 1 }))).toBe("invalid_request");
  });

  test("a purchase succeeds at its exact price and fails with one satoshi less", async () => {
    expect(refusalOf(await buy(short, {}))).toBe("insufficient_funds");
    expect(await short.call("getWallet")).toMatchObject({ availableSats: plan.priceSats - 1 });
    expect(await buy(exact, { priceSats: plan.priceSats })).toMatchObject({ status: 200 });
    expect(await exact.call("getWallet")).toMatchObject({ availableSats: 0 });
  });

  test.each([
    ['"0.9"', "boost_multiplier_invalid"],
    ['"1"', "boost_multiplier_invalid"],
    ['"1.05"', "boost_multiplier_invalid"],
    ['"3.1"', "boost_multiplier_invalid"],
    ['"-2"', "boost_multiplier_invalid"],
    ['"NaN"', "invalid_request"],
    ['"2x"', "invalid_request"],
    ['" 2"', "invalid_request"],
    ['"٢"', "invalid_request"],
    ["2", "invalid_request"],
    ['"2"', "insufficient_funds"],
  ])("a boost of %s is refused", async (multiplier, code) => {
    const body = `{"multiplier":${multiplier}}`;
    expect(refusalOf(await visit.send("/api/v1/mining/boosts", { body, person: exact }))).toBe(
      code,
    );
  });
});

describe("orders and positions", () => {
  test.each([0, -1, 1.5, 11, 2 ** 53])("an order for %d rigs is refused", async (quantity) => {
    const body = JSON.stringify({ itemId: "mining-rig-frame", quantity });
    expect(refusalOf(await visit.send("/api/v1/shop/orders", { body }))).toBe("invalid_request");
  });

  test.each(["none", "", "__proto__", "constructor", "S19-PRO"])(
    "an order for the item %j is refused",
    async (itemId) => {
      const body = JSON.stringify({ itemId });
      expect(refusalOf(await visit.send("/api/v1/shop/orders", { body }))).toBe("item_unknown");
    },
  );

  test.each([0, 29, 31, -90, 36_500])("a stake for %d days is refused", async (durationDays) => {
    const body = JSON.stringify({ amountSats: 100_000, durationDays });
    expect(refusalOf(await visit.send("/api/v1/earn/stakes", { body }))).toBe("period_not_offered");
  });

  test.each<[string, () => number, string]>([
    ["nothing", () => 0, "investment_amount_invalid"],
    ["one satoshi below the minimum", () => 99_999, "below_minimum"],
    ["one satoshi more than the balance", () => visit.coins + 1, "investment_over_balance"],
    ["the largest exact integer", () => Number.MAX_SAFE_INTEGER, "investment_over_balance"],
  ])("an investment of %s is refused", async (_, amount, code) => {
    const body = JSON.stringify({ planId: "btc-starter", amountSats: amount() });
    expect(refusalOf(await visit.send("/api/v1/earn/investments", { body }))).toBe(code);
  });
});

describe("the idempotency key of a money request", () => {
  test.each(["", "1", "null", "not-a-uuid", `${randomUUID()}, ${randomUUID()}`])(
    "the key %j is refused",
    async (key) => {
      const headers = { "idempotency-key": key };
      const answer = await visit.send("/api/v1/wallet/faucet", { body: "{}", headers });
      expect(refusalOf(answer)).toBe("idempotency_key_missing");
    },
  );
});

test("at the end the log has no errors and the ledger is consistent", async () => {
  const { code, problems, output } = await visit.end();
  expect(code).toBe(0);
  expect(problems).toEqual([]);
  expect(output).not.toMatch(/Something went wrong|sign-in service failed/);
});
