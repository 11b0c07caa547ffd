import { expect, test } from "vitest";
import { chartAmounts } from "../../ui/charts/chart-amounts.ts";
import { dayCost } from "./day-cost.ts";
import { earnedToday } from "./earned-today.ts";
import { todayTexts } from "./today-texts.ts";

const now = new Date("2026-11-03T12:00:00Z");
const day = (date: number, hour = 0) => new Date(Date.UTC(2026, 10, date, hour)).toISOString();

/**
 * Starter Rig: 99 USD at 60,000 USD per BTC are 165,000 sats for 30 days. A 2x boost rents 50 TH/s.
 */
const starter = {
  state: "running",
  hashRateThs: "50",
  startsAt: day(3),
  endsAt: day(33),
  paidSats: 165_000,
};
const boost = { rentedThs: "50", startsAt: day(3), endsAt: day(4), paidSats: 4167 };
const mining = {
  isMining: true,
  miningSince: day(3),
  hashRateThs: "100",
  contracts: [starter],
  rigs: [],
  boost,
  endedBoosts: [],
  tariff: { usdPerKwh: "0.1", validFrom: "2024-05-09T00:00:00Z" },
  reference: {
    difficulty: "83000000000000",
    subsidySats: 312_500_000,
    feesSats: 0,
    poolFeePercent: "0",
    rateUsdPerBtc: "60000.00",
    validFrom: "2024-05-09T00:00:00Z",
  },
  earnedTodaySats: 3787,
} as unknown as Parameters<typeof earnedToday>[0];
/** S19 Pro: 3,500 USD, 110 TH/s, 3.25 kW. 78 kWh a day at 0.10 USD cost 13,000 sats. */
const rig = {
  hashRateThs: "110",
  powerKw: "3.25",
  paidSats: 5_833_334,
  startsAt: day(1),
  stoppedAt: null,
};

test("the day's cost includes the contract's daily share and a boost", () => {
  expect(dayCost(mining, now)).toMatchObject({
    contractSats: 5500,
    boostSats: 4167,
    totalSats: 9667,
  });
});

test("all texts state that a boosted Starter Rig earns less than its daily cost", () => {
  const payout = { to: now.toISOString(), payoutSats: 3787, carryAfterNanosats: "0" };
  const today = earnedToday(mining, [payout], now);
  const texts = todayTexts(today, (sats) => `${chartAmounts("BTC", undefined).text(sats)} BTC`);
  expect(today.floorSats).toBe(9667);
  expect(today.expectedSats).toBe(7574);
  expect(texts.floor).toBe("the day's cost, 0.00009667 BTC");
  expect(texts.standing).toMatch(/, below the day's cost of 0\.00009667 BTC\./);
  expect(texts.standing).toMatch(/contracts 0\.00005500 BTC, boosts 0\.00004167 BTC\.$/);
  expect(texts.summary).toContain(texts.standing);
});

test("a rig's daily cost is its power plus its depreciation over 36 months", () => {
  const own = { ...mining, contracts: [], boost: null, rigs: [rig] } as unknown as typeof mining;
  const wearSats = Math.ceil(5_833_334 / 1095);
  expect(dayCost(own, now)).toEqual({
    contractSats: 0,
    boostSats: 0,
    powerSats: 13_000,
    wearSats,
    totalSats: 13_000 + wearSats,
  });
});

test("a stopped rig's daily cost is only its depreciation", () => {
  const rigs = [{ ...rig, stoppedAt: day(2) }];
  const own = { ...mining, contracts: [], boost: null, rigs } as unknown as typeof mining;
  expect(dayCost(own, now)).toMatchObject({ powerSats: 0, wearSats: 5328 });
});

test("if mining was stopped today, a rig's power cost is counted until now", () => {
  const off = { ...mining, isMining: false, contracts: [], boost: null, rigs: [rig] };
  expect(dayCost(off as unknown as typeof mining, now).powerSats).toBe(6500);
  const idle = { ...off, earnedTodaySats: 0 } as unknown as typeof mining;
  expect(dayCost(idle, now).powerSats).toBe(0);
});

test("a boost or contract that ends today costs only its part of the day", () => {
  const ended = { ...boost, startsAt: day(2, 6), endsAt: day(3, 6) };
  const last = { ...starter, state: "ended", startsAt: day(-27, 12), endsAt: day(3, 12) };
  const old = { ...last, startsAt: day(-28), endsAt: day(2) };
  const today = { ...mining, boost: null, endedBoosts: [ended], contracts: [last, old] };
  expect(dayCost(today as unknown as typeof mining, now)).toMatchObject({
    contractSats: 2750,
    boostSats: 1042,
  });
});

test("a day without cost has no break-even line", () => {
  const own = { ...mining, contracts: [], boost: null } as unknown as typeof mining;
  const texts = todayTexts(earnedToday(own, [], now), String);
  expect(texts).toMatchObject({ floor: undefined, standing: undefined });
});
