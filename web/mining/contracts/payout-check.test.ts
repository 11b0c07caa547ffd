import { expect, test } from "vitest";
import { checkPayout, type Statement } from "./payout-check.ts";

// 100 TH/s for one day: 100e12 x 86,400 x 312,500,000 / (83e12 x 2^32) = 7574.0... sats; see the
// economics room.
const statement: Statement = {
  id: "pay_1",
  contractId: "ctr_1",
  kind: "contract",
  from: "2026-11-20T00:00:00.000Z",
  to: "2026-11-21T00:00:00.000Z",
  payouts: 1,
  foldedAt: null,
  segments: [
    {
      stretchFrom: "2026-11-20T00:00:00.000Z",
      from: "2026-11-20T00:00:00.000Z",
      to: "2026-11-21T00:00:00.000Z",
      seconds: "86400",
      hashRateThs: "100",
      difficulty: "83000000000000",
      subsidySats: 312_500_000,
      feesSats: 0,
      poolFeePercent: "0",
      referenceId: "ref_1",
      nanosats: "0",
      power: null,
    },
  ],
  carryBeforeNanosats: "5",
  carryAfterNanosats: "0",
  payoutSats: 7574,
  transferId: null,
  power: null,
};
const worth = checkPayout(statement).workedOutNanosats;
const [segment] = statement.segments;
const right: Statement = {
  ...statement,
  segments: segment === undefined ? [] : [{ ...segment, nanosats: worth.toString() }],
  carryAfterNanosats: (worth + 5n - 7574n * 1_000_000_000n).toString(),
};

test("a payout is added up again from its inputs", () => {
  expect(worth / 1_000_000_000n).toBe(7574n);
  expect(checkPayout(right).addsUp).toBe(true);
});

// 3.25 kW for that day at 0.1 USD per kWh and 60,000 USD per BTC: 7.80 USD = 13,000 sats.
const rig: Statement = {
  ...right,
  kind: "rig",
  segments: right.segments.map((one) => ({
    ...one,
    power: {
      powerKw: "3.25",
      usdPerKwh: "0.1",
      rateUsdPerBtc: "60000",
      nanosats: "13000000000000",
    },
  })),
  power: {
    prepaidBeforeNanosats: "7",
    chargedSats: 13_000,
    prepaidAfterNanosats: "7",
    transferId: "x",
  },
};

test("the power of a rig is added up again too: a satoshi too much and a wrong line are found", () => {
  expect(checkPayout(rig)).toMatchObject({ powerNanosats: 13_000_000_000_000n, addsUp: true });
  const { power } = rig;
  if (power === null) throw new Error("a rig has power");
  expect(checkPayout({ ...rig, power: { ...power, chargedSats: 13_001 } }).addsUp).toBe(false);
  expect(checkPayout({ ...rig, power: { ...power, prepaidAfterNanosats: "8" } }).addsUp).toBe(
    false,
  );
  expect(checkPayout({ ...rig, power: null }).addsUp).toBe(false);
  const cheaper = rig.segments.map((one) => ({
    ...one,
    power: one.power && { ...one.power, usdPerKwh: "0.09" },
  }));
  expect(checkPayout({ ...rig, segments: cheaper }).addsUp).toBe(false);
});

test("a satoshi too much, a lost carry and a wrong segment are found", () => {
  expect(checkPayout({ ...right, payoutSats: 7575 }).addsUp).toBe(false);
  expect(checkPayout({ ...right, carryBeforeNanosats: "0" }).addsUp).toBe(false);
  expect(checkPayout(statement).addsUp).toBe(false);
});
