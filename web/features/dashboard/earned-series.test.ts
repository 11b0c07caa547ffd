import { expect, test } from "vitest";
import { earnedSeries } from "./earned-series.ts";

const day = 86_400_000;
const contract = {
  id: "ctr_1",
  state: "running",
  startsAt: "2026-11-01T06:00:00.000Z",
  endsAt: "2026-12-01T06:00:00.000Z",
  paidSats: 831_667,
  earnedSats: 3000,
  expectedSats: 9000,
};
const mining = {
  contracts: [contract],
  rigs: [],
  tariff: { usdPerKwh: "0.1", validFrom: "2026-01-01T00:00:00.000Z" },
  daily: [
    { date: "2026-10-31", earnedSats: 500 },
    { date: "2026-11-01", earnedSats: 1000 },
    { date: "2026-11-03", earnedSats: 2000 },
  ],
  boost: null,
  reference: {
    difficulty: "83000000000000",
    subsidySats: 312_500_000,
    feesSats: 0,
    poolFeePercent: "0",
    rateUsdPerBtc: "60000",
    validFrom: "2026-01-01T00:00:00.000Z",
  },
  modelledTotalSats: 3700,
  paidTotalSats: 900_000,
} as unknown as Parameters<typeof earnedSeries>[0];

test("the series ends at the account's total earnings", () => {
  const series = earnedSeries(mining, new Date("2026-11-03T12:00:00Z"));
  // Before the contract, the account had earned 3700 - 1000 - 2000 = 700 sats.
  expect(series?.earned.map(({ sats }) => sats)).toEqual([700, 1700, 3700]);
  expect(series?.earned[1]?.atMs).toBe(Date.parse("2026-11-02T00:00:00Z"));
  expect(series).toMatchObject({ paidSats: 900_000, earnedSats: 3700, expectedSats: 9700 });
});

test("the curve starts with the earnings from before the last 31 days", () => {
  const rig = { hashRateThs: "110", powerKw: "3.25", startsAt: "2026-06-01", stoppedAt: null };
  const daily = [
    { date: "2026-10-04", earnedSats: 1000 },
    { date: "2026-11-03", earnedSats: 2000 },
  ];
  const long = { ...mining, contracts: [], rigs: [rig], daily, modelledTotalSats: 9000 } as never;
  const series = earnedSeries(long, new Date("2026-11-03T12:00:00Z"));
  expect(series?.startMs).toBe(Date.parse("2026-06-01"));
  expect(series?.earned.map(({ atMs, sats }) => [new Date(atMs).toISOString(), sats])).toEqual([
    ["2026-10-04T00:00:00.000Z", 6000],
    ["2026-10-05T00:00:00.000Z", 7000],
    ["2026-11-03T12:00:00.000Z", 9000],
  ]);
});

// 100 TH/s earn 7,574 sats a day. Half of the day remains, so the expected earnings are 3,787 sats.
test("a running boost adds its remaining expected earnings to the projection", () => {
  const boost = { rentedThs: "100", endsAt: "2026-11-04T00:00:00Z" } as never;
  const series = earnedSeries({ ...mining, boost }, new Date("2026-11-03T12:00:00Z"));
  expect(series?.expectedSats).toBe(9700 + 3787);
});

// An S19 Pro earns 8,331.41 sats a day and uses power for 13,000 sats, so it loses 140,057 sats in
// 30 days.
test("without contracts, rigs are projected for 30 days, net of power", () => {
  const rigs = [
    { hashRateThs: "110", powerKw: "3.25", startsAt: contract.startsAt, stoppedAt: null },
    { hashRateThs: "110", powerKw: "3.25", startsAt: contract.startsAt, stoppedAt: "2026-11-02" },
  ] as never;
  const now = new Date("2026-11-03T12:00:00Z");
  const series = earnedSeries({ ...mining, contracts: [], rigs }, now);
  expect(series?.endMs).toBe(now.getTime() + 30 * day);
  expect(series?.expectedSats).toBe(3700 - 140_057);
});

test("the band encloses the expected value", () => {
  const series = earnedSeries(mining, new Date("2026-11-03T12:00:00Z"));
  expect(series?.lowSats).toBeLessThan(9700);
  expect(series?.highSats).toBeGreaterThan(9700);
});

test("there is no series without a running contract or rig", () => {
  expect(earnedSeries({ ...mining, contracts: [] }, new Date())).toBeUndefined();
  const late = earnedSeries(mining, new Date(Date.parse(contract.endsAt) + day));
  expect(late?.nowMs).toBe(late?.endMs);
});
