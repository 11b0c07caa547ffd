import { expect, test } from "vitest";
import { mergePayouts } from "./merge-payouts.ts";

const payout = {
  transferId: "1",
  at: "2026-11-29T12:00:03Z",
  account: "available",
  code: "mining_payout",
  cause: "ctr_1",
  asset: "BTC",
  version: 3,
  amountSats: 1,
  amountCents: null,
  balanceAfterSats: 103,
  balanceAfterCents: null,
} as const;
const earlier = { ...payout, transferId: "2", at: "2026-11-29T12:00:02Z", balanceAfterSats: 102 };
const deposit = { ...payout, transferId: "3", code: "deposit", cause: "dep_1", amountSats: 101 };

test("consecutive payouts of one contract are merged into a row with their sum", () => {
  expect(mergePayouts([payout, earlier, deposit])).toEqual([
    { ...payout, amountSats: 2, count: 2 },
    deposit,
  ]);
});

test.each([
  ["another contract", { ...earlier, cause: "ctr_2" }],
  ["another account", { ...earlier, account: "held" as const }],
  ["another kind of entry", { ...earlier, code: "deposit" as const }],
])("a payout and %s are not merged", (_, other) => {
  expect(mergePayouts([payout, other])).toEqual([payout, other]);
});

test("consecutive deposits are not merged", () => {
  expect(mergePayouts([deposit, deposit])).toHaveLength(2);
});
