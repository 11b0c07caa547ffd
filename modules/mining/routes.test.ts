/**
 * Tests the mining API: every response matches its schema, and a statement can be recomputed from
 * its JSON alone.
 */
import { miningApi } from "#api/mining";
import { difficultyOf } from "#economics";
import { balancesOf } from "#ledger";
import { beforeAll, describe, expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  miningDeps,
  moneyRequest,
  type MiningTestDeps,
  setReferenceValues,
} from "../../test/support/money/mining.ts";
import { anonymous, signedInAs, wireOf } from "../../test/support/servers/route-input.ts";
import { payOutDue } from "./payouts/payout-round.ts";
import { activeMiners, soldHashRate } from "./public-figures.ts";
import { miningRoutes } from "./routes.ts";
import { nanosatsOf, type StatementJson } from "./testing/statement-oracle.ts";

/** SQL that selects no users, so that the figures exclude no accounts. */
const NOBODY = "select null::uuid where false";

const HOUR = 3_600_000;

const test_ = fileDatabase();
let deps: MiningTestDeps;
let routes: ReturnType<typeof miningRoutes>;
beforeAll(async () => {
  deps = miningDeps(test_.database);
  routes = miningRoutes(deps);
});

const wire = wireOf(miningApi);

async function buy(userId: string, planId: string) {
  const idempotency = moneyRequest(userId, "buyContract", { planId });
  return routes.buyContract({ ...signedInAs(userId), body: { planId }, idempotency });
}

test("each plan is listed with its expected result", async () => {
  const body = wire("listPlans", await routes.listPlans(anonymous));
  expect(body).toMatchObject({
    items: [
      {
        id: "starter-rig",
        name: "Starter Rig",
        priceCents: 9_900,
        priceSats: 165_000,
        hashRateThs: "50",
        powerKw: "1.5",
        durationDays: 30,
        isOpen: true,
        expected: {
          earnsSats: 113_610,
          earnsCents: 6_817,
          resultCents: -3_083,
          breakEvenUsdPerBtc: "87140.11",
        },
      },
      {
        id: "pro-miner",
        name: "Pro Miner",
        priceCents: 49_900,
        hashRateThs: "300",
        powerKw: "5",
        features: expect.arrayContaining([
          "300 TH/s for 30 days from purchase",
          "Electricity for its 5 kW is included",
        ]) as string[],
        expected: { resultCents: -9_000 },
      },
      {
        id: "enterprise-farm",
        name: "Enterprise Farm",
        priceCents: 199_900,
        hashRateThs: "1500",
        powerKw: "20",
        features: expect.arrayContaining([
          "1.5 PH/s for 30 days from purchase",
          "Electricity for its 20 kW is included",
        ]) as string[],
        expected: { resultCents: 4_598 },
      },
    ],
    reference: { id: "ref_start", rateUsdPerBtc: "60000", difficulty: "83000000000000" },
  });
});

test("the calculator's default inputs lose 2.66 USD per day", async () => {
  const body = miningApi.calculate.body.parse({
    hashRateThs: "100",
    powerKw: "3",
    usdPerKwh: "0.1",
  });
  const answer = wire("calculate", await routes.calculate({ ...anonymous, body }));
  expect(answer).toMatchObject({
    earnings: { day: { sats: 7_574, cents: 454 }, week: { sats: 53_018 } },
    powerCentsPerDay: 720,
    profitCentsPerDay: -266,
    breakEvenDay: null,
    breakEvenDayAtToday: null,
    breakEvenUsdPerBtc: "95061.94",
    breakEvenUsdPerKwh: "0.0631",
  });
});

test.each([
  [{ hashRateThs: "-1" }, "hashRateThs"],
  [{ difficulty: "0" }, "difficulty"],
  [{ uptimePercent: "100.5" }, "uptimePercent"],
])("the calculator refuses %j", async (change, field) => {
  const body = miningApi.calculate.body.parse({
    hashRateThs: "100",
    powerKw: "3",
    usdPerKwh: "0.1",
    ...change,
  });
  await expect(routes.calculate({ ...anonymous, body })).rejects.toMatchObject({
    code: "calculator_input_invalid",
    text: expect.stringContaining(field),
  });
});

test("a new user can switch on mining", async () => {
  const userId = await userWith(test_.database, {});
  expect(wire("getMining", await routes.getMining(signedInAs(userId)))).toMatchObject({
    isMining: false,
    hashRateThs: "0",
    multiplier: "1",
    powerKw: "0",
    estimatedDailySats: 0,
    contracts: [],
    boost: null,
    daily: [],
  });
  expect((await routes.startMining(signedInAs(userId))).isMining).toBe(true);
  expect((await routes.stopMining(signedInAs(userId))).isMining).toBe(false);
  expect(await activeMiners(test_.database, deps.clock.now(), NOBODY)).toBe(0);
});

test("a mining user's response has hash rate, boost, estimate and earnings", async () => {
  const userId = await userWith(test_.database, { sats: 2_000_000n });
  await buy(userId, "starter-rig");
  const pro = await buy(userId, "pro-miner");
  expect(pro).toMatchObject({ state: "running", earnedSats: 0n, expectedSats: 681_660n });
  const idempotency = moneyRequest(userId, "buyBoost", { multiplier: "1.2" });
  await routes.buyBoost({ ...signedInAs(userId), body: { multiplier: "1.2" }, idempotency });
  expect(await routes.getMining(signedInAs(userId))).toMatchObject({ estimatedDailySats: 0n });
  await routes.startMining(signedInAs(userId));
  deps.clock.advance(24 * HOUR - 1);
  await payOutDue(deps);
  expect(wire("getMining", await routes.getMining(signedInAs(userId)))).toMatchObject({
    isMining: true,
    miningSince: "2026-03-01T09:00:00.000Z",
    baseThs: "350",
    hashRateThs: "420",
    multiplier: "1.2",
    powerKw: "6.5",
    estimatedDailySats: 31_811, // 7,574.0089 sats x 4.2
    estimatedDailyCents: 1_909,
    earnedTodaySats: 11_929, // Earnings from midnight to 9:00: 31,810.84 x 9 / 24
    paidTotalSats: 165_000 + 831_667 + 5_834,
    boost: { rentedThs: "70", paidSats: 5_834 }, // 3.50 USD = 5,833.33 sats
    daily: [
      { date: "2026-03-01", earnedSats: 19_881 },
      { date: "2026-03-02", earnedSats: 11_929 },
    ],
  });
  const now = deps.clock.now();
  const figures = async (uncounted: string) => [
    await soldHashRate(test_.database, now, uncounted),
    await activeMiners(test_.database, now, uncounted),
  ];
  expect(await figures(NOBODY)).toEqual(["420", 1]);
  expect(await figures(`select '${userId}'::uuid`)).toEqual(["0", 0]);
});

test("a repeated key returns an identical response", async () => {
  const userId = await userWith(test_.database, { sats: 2_000_000n });
  const body = { planId: "starter-rig" };
  const request = {
    ...signedInAs(userId),
    body,
    idempotency: moneyRequest(userId, "buyContract", body),
  };
  const first = wire("buyContract", await routes.buyContract(request));
  deps.clock.advance(HOUR);
  expect(wire("buyContract", await routes.buyContract(request))).toEqual(first);
});

async function allStatements(userId: string): Promise<StatementJson[]> {
  const items: StatementJson[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 7, ...(cursor ? { cursor } : {}) };
    const page = await routes.listStatements({ ...signedInAs(userId), query });
    const json = wire("listStatements", page) as { items: StatementJson[] };
    items.push(...json.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items;
}

describe("statements", () => {
  test("statements with stops and new reference values can be recomputed from their JSON", async () => {
    const userId = await userWith(test_.database, { sats: 200_000n });
    const { id } = await buy(userId, "starter-rig");
    const before = (await balancesOf(test_.database, userId)).availableSats;
    await routes.startMining(signedInAs(userId));
    for (let step = 1; step <= 70; step += 1) {
      deps.clock.advance(11 * HOUR + step * 997);
      if (step === 20)
        await setReferenceValues(deps, {
          difficulty: difficultyOf("88104191118793.16"),
          feesSats: 9_876_543n,
          poolFeeMillionths: 12_500n,
        });
      if (step % 10 === 3) await routes.stopMining(signedInAs(userId));
      if (step % 10 === 5) await routes.startMining(signedInAs(userId));
      await payOutDue(deps);
    }
    const items = await allStatements(userId);
    expect(items.length).toBeGreaterThan(40);
    expect(new Set(items.map(({ contractId }) => contractId))).toEqual(new Set([id]));
    let carry = 0n;
    for (const { segments, ...item } of items.toReversed()) {
      expect(item.carryBeforeNanosats).toBe(carry.toString());
      const lines = segments.map(nanosatsOf);
      expect(lines.map(String)).toEqual(segments.map(({ nanosats }) => nanosats));
      const due = lines.reduce((sum, line) => sum + line, carry);
      expect(BigInt(item.payoutSats)).toBe(due / 10n ** 9n);
      carry = due % 10n ** 9n;
      expect(item.carryAfterNanosats).toBe(carry.toString());
    }
    const paid = items.reduce((sum, { payoutSats }) => sum + payoutSats, 0);
    expect((await balancesOf(test_.database, userId)).availableSats).toBe(before + BigInt(paid));
    const { contracts } = await routes.getMining(signedInAs(userId));
    expect(contracts).toMatchObject([
      { state: "ended", earnedSats: BigInt(paid), remainderNanosats: carry.toString() },
    ]);
  });

  test("other users' statements are not returned", async () => {
    const userId = await userWith(test_.database, {});
    const list = (cursor?: string) =>
      routes.listStatements({
        ...signedInAs(userId),
        query: { limit: 50, ...(cursor ? { cursor } : {}) },
      });
    expect(await list()).toEqual({ items: [], nextCursor: null });
    await expect(list("x")).rejects.toMatchObject({ status: 400 });
  });
});
