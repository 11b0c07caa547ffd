import { expect, test } from "vitest";
import { checkPayout } from "#economics";
import { wrongNeighbours, type Statement } from "./payout-neighbours.ts";

// 100 TH/s earn 100e12 x 86,400 x 312,500,000 / (83e12 x 2^32) = 7574.0... sats in one day. The
// economics module documents this formula.
const statement: Statement = {
  id: "pay_1",
  contractId: "ctr_1",
  kind: "contract",
  from: "2026-11-20T00:00:00.000Z",
  to: "2026-11-21T00:00:00.000Z",
  payouts: 1,
  compactedAt: null,
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

const SAT = 1_000_000_000n;

test("a payout can be recomputed from its inputs", () => {
  expect(worth / 1_000_000_000n).toBe(7574n);
  expect(checkPayout(right).addsUp).toBe(true);
});

// 3.25 kW use 78 kWh on that day, at 0.1 USD per kWh and 60,000 USD per BTC. The cost is 7.80 USD =
// 13,000 sats.
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

test("a wrong power charge or power line is detected", () => {
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

test("an extra satoshi or a lost carry is detected", () => {
  expect(checkPayout({ ...right, payoutSats: 7575 }).addsUp).toBe(false);
  expect(checkPayout({ ...right, carryBeforeNanosats: "0" }).addsUp).toBe(false);
  expect(checkPayout(statement).addsUp).toBe(false);
});

test("a carry below zero or of a whole satoshi is detected", () => {
  const carry = BigInt(right.carryAfterNanosats);
  const held = { payoutSats: 0, carryAfterNanosats: (carry + 7574n * SAT).toString() };
  expect(checkPayout({ ...right, ...held }).addsUp).toBe(false);
  const owed = { payoutSats: 7575, carryAfterNanosats: (carry - SAT).toString() };
  expect(checkPayout({ ...right, ...owed }).addsUp).toBe(false);
  const { power } = rig;
  if (power === null) throw new Error("a rig has power");
  const tooMuch = { ...power, chargedSats: 13_001, prepaidAfterNanosats: "1000000007" };
  expect(checkPayout({ ...rig, power: tooMuch }).addsUp).toBe(false);
});

test("time counted twice or outside the payout is detected", () => {
  const [one] = right.segments;
  if (!one) throw new Error("a payout has a segment");
  const noon = "2026-11-20T12:00:00.000Z";
  const part = (from: string, to: string) => ({ ...right, segments: [{ ...one, from, to }] });
  const halves = [part(one.from, noon), part(noon, one.to)].flatMap(({ segments }) =>
    segments.map((half) => ({
      ...half,
      nanosats: checkPayout({ ...right, segments: [half] }).workedOutNanosats.toString(),
    })),
  );
  expect(checkPayout({ ...right, segments: halves }).addsUp).toBe(true);
  expect(checkPayout({ ...right, segments: halves.toReversed() }).addsUp).toBe(false);
  expect(checkPayout({ ...right, from: noon }).addsUp).toBe(false);
  expect(checkPayout({ ...right, to: noon }).addsUp).toBe(false);
});

test("a contract's payout must continue where the previous payout ended", () => {
  const next: Statement = {
    ...right,
    id: "pay_2",
    from: "2026-11-21T00:00:00.000Z",
    to: "2026-11-22T00:00:00.000Z",
    carryBeforeNanosats: right.carryAfterNanosats,
  };
  const other: Statement = { ...right, id: "pay_3", contractId: "ctr_2" };
  expect(wrongNeighbours([next, other, right])).toEqual(new Set());
  const lost = { ...next, carryBeforeNanosats: "0" };
  expect(wrongNeighbours([lost, other, right])).toEqual(new Set([lost]));
  const twice = { ...next, from: "2026-11-20T23:59:59.999Z" };
  expect(wrongNeighbours([twice, other, right])).toEqual(new Set([twice]));
  const nextOfRig = { ...next, power: rig.power && { ...rig.power, prepaidBeforeNanosats: "8" } };
  expect(wrongNeighbours([nextOfRig, rig])).toEqual(new Set([nextOfRig]));
});

test("a combined day is accepted together with payouts from an earlier page load", () => {
  const combined: Statement = {
    ...right,
    id: "pay_9",
    payouts: 1440,
    compactedAt: "2026-11-28T00:00:00Z",
  };
  const late: Statement = {
    ...right,
    id: "pay_8",
    from: "2026-11-20T23:59:00.000Z",
    carryBeforeNanosats: "3",
  };
  expect(wrongNeighbours([late, combined])).toEqual(new Set());
  const nextDay: Statement = { ...late, from: "2026-11-21T00:00:00Z", to: "2026-11-21T01:00:00Z" };
  expect(wrongNeighbours([nextDay, combined])).toEqual(new Set([nextDay]));
});
