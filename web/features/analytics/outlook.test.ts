import { expect, test } from "vitest";
import { outlookOf, sumOf } from "./outlook.ts";

const reference = {
  id: "ref_1",
  rateUsdPerBtc: "60000.00",
  difficulty: "83000000000000",
  subsidySats: 312_500_000,
  feesSats: 0,
  poolFeePercent: "0",
  blockSeconds: 600,
  usdPerKwh: "0.10",
  validFrom: "2024-05-09T00:00:00.000Z",
  source: "test",
};
const contract = {
  id: "con_1",
  planId: "starter-rig",
  name: "Starter Rig",
  hashRateThs: "50",
  powerKw: "1.5",
  paidSats: 165_000,
  paidCents: 9_900,
  earnedSats: 10_000,
  expectedSats: 113_610,
  startsAt: "2026-01-01T00:00:00.000Z",
  endsAt: "2026-01-31T00:00:00.000Z",
  state: "running",
  remainderNanosats: null,
  purchasedAt: reference,
} as const;
const none = { sellBackSats: 0 };
const now = new Date("2026-01-04T00:00:00Z");

test("a running contract adds its remaining expected earnings to the outlook", () => {
  const outlook = outlookOf({ contracts: [contract], boost: null, reference }, none, now);
  expect(outlook).toEqual({ cloud_mining: 103_610 });
  const soFar = contract.earnedSats - contract.paidSats;
  // Equals the expected loss shown for the plan: -51,390 sats, -30.83 USD.
  expect(soFar + sumOf(outlook)).toBe(contract.expectedSats - contract.paidSats);
});

test("an ended contract adds nothing to the outlook", () => {
  const boost = {
    id: "bst_1",
    multiplier: "2",
    rentedThs: "50",
    paidSats: 4_000,
    startsAt: "2026-01-03T12:00:00.000Z",
    endsAt: "2026-01-04T12:00:00.000Z",
  };
  const rigs = { sellBackSats: 700_000 };
  const ended = { ...contract, state: "ended" } as const;
  // 50 TH/s earn 3,787.0044 sats a day, of which half a day remains.
  expect(outlookOf({ contracts: [ended], boost, reference }, rigs, now)).toEqual({
    cloud_mining: 1_893,
    rigs: 700_000,
  });
  expect(outlookOf({ contracts: [ended], boost: null, reference }, none, now)).toEqual({});
});
