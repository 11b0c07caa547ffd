import { expect, test } from "vitest";
import { accruedNanosats, earnedToday, type Payout } from "./earned-today.ts";

const mining = {
  isMining: true,
  miningSince: "2026-11-03T06:00:00.000Z",
  hashRateThs: "100",
  contracts: [
    {
      state: "running",
      hashRateThs: "100",
      startsAt: "2026-11-03T06:00:00.000Z",
      endsAt: "2026-12-03T06:00:00.000Z",
      paidSats: 300_001,
    },
    {
      state: "ended",
      startsAt: "2026-10-01T06:00:00.000Z",
      endsAt: "2026-10-31T06:00:00.000Z",
      paidSats: 900_000,
    },
  ],
  rigs: [],
  boost: null,
  tariff: { usdPerKwh: "0.1", validFrom: "2024-05-09T00:00:00Z" },
  reference: {
    difficulty: "83000000000000",
    subsidySats: 312_500_000,
    feesSats: 0,
    poolFeePercent: "0",
    rateUsdPerBtc: "60000.00",
    validFrom: "2024-05-09T00:00:00Z",
  },
  earnedTodaySats: 1890,
} as unknown as Parameters<typeof earnedToday>[0];

const payout = (time: string, payoutSats: number, carryAfterNanosats = "0"): Payout => ({
  to: `2026-11-03T${time}:00.000Z`,
  payoutSats,
  carryAfterNanosats,
});
const now = new Date("2026-11-03T12:00:00Z");
// 100 TH/s earn 7,574.009... sats a day: 3,787.0 in half a day, 5.2597 in a minute.
const payouts = [payout("11:59", 5, "250000000"), payout("11:58", 5), payout("11:58", 3)];

test("accrual is the last payout's carry plus the earnings since then", () => {
  const accrued = accruedNanosats(mining, payouts, now);
  expect(Number(accrued) / 1e9).toBeCloseTo(5.2597 + 0.25, 3);
  expect(accruedNanosats({ ...mining, isMining: false }, payouts, now)).toBe(0n);
});

test("accrual begins when mining is first started and when it is restarted", () => {
  const start = new Date("2026-11-03T06:01:00Z");
  expect(Number(accruedNanosats(mining, [], start)) / 1e9).toBeCloseTo(5.2597, 3);
  const again = { ...mining, miningSince: "2026-11-03T12:00:00.000Z" };
  expect(accruedNanosats(again, [payout("11:59", 5)], now)).toBe(0n);
});

test("the line ends with the accrued earnings and joins simultaneous payouts", () => {
  const day = earnedToday(mining, payouts, now);
  expect(day.earned).toEqual([
    { atMs: Date.parse("2026-11-03T06:00:00Z"), sats: 0 },
    { atMs: Date.parse("2026-11-03T11:58:00Z"), sats: 1880 },
    { atMs: Date.parse("2026-11-03T11:58:00Z"), sats: 1885 },
    { atMs: Date.parse("2026-11-03T11:59:00Z"), sats: 1890 },
    { atMs: now.getTime(), sats: 1895 },
  ]);
  expect(day.landedMs).toHaveLength(2);
  expect(day.expectedSats).toBe(1890 + 5 + 3787);
  // The cost is a thirtieth of 300,001, rounded up. The ended contract costs nothing today.
  expect(day.floorSats).toBe(10_001);
});

// 100 TH/s earn 4,733.76 sats in 15 hours, and another 200 TH/s earn 631.17 sats in one hour. The
// sum is rounded down to 5,364 sats.
test("a boost and a contract are projected only until their end", () => {
  const nine = new Date("2026-11-03T09:00:00Z");
  const fresh = { ...mining, hashRateThs: "300", miningSince: nine.toISOString() };
  const ten = "2026-11-03T10:00:00.000Z";
  const boost = { rentedThs: "200", endsAt: ten };
  const boosted = { ...fresh, boost, earnedTodaySats: 0 } as typeof mining;
  expect(earnedToday(boosted, [], nine).expectedSats).toBe(5_364);
  const [contract] = mining.contracts;
  const ending = { ...contract, hashRateThs: "200", endsAt: ten };
  const contracts = [{ ...contract, hashRateThs: "100" }, ending];
  const two = { ...fresh, contracts, earnedTodaySats: 0 } as typeof mining;
  expect(earnedToday(two, [], nine).expectedSats).toBe(5_364);
});

test("yesterday's payouts do not count toward today's earnings", () => {
  const off = { ...mining, isMining: false, earnedTodaySats: 0 };
  const day = earnedToday(off, [{ ...payout("23:59", 9), to: "2026-11-02T23:59:00.000Z" }], now);
  expect(day).toMatchObject({ earnedSats: 0, expectedSats: 0, landedMs: [] });
});
