import type { DailySum } from "#ledger";
import { describe, expect, test } from "vitest";
import { buildReport, netOf } from "./report.ts";
import { classOf } from "./transfer-classes.ts";

const sum = (
  day: string,
  code: DailySum["code"],
  amount: bigint,
  more: Partial<DailySum> = {},
): DailySum => ({ day, asset: "BTC", code, about: null, amount, ...more });

/**
 * Sample history in satoshis. 1 March: 1,000,000 deposited. 2 March: 165,000 spent on a contract. 3
 * March: 3,787 mined and 500,000 withdrawn, including a fee of 10,000. 4 March: 3,787 mined.
 */
const sums = [
  sum("2026-03-01", "deposit", 1_000_000n),
  sum("2026-03-02", "contract_purchase", -165_000n, { about: "ctr" }),
  sum("2026-03-03", "mining_payout", 3_787n, { about: "ctr" }),
  sum("2026-03-03", "withdrawal", -490_000n, { about: "wdr" }),
  sum("2026-03-03", "withdrawal_fee", -10_000n, { about: "wdr" }),
  sum("2026-03-04", "mining_payout", 3_787n, { about: "ctr" }),
];
const balances = { BTC: 342_574n, USD: 0n };
const reportOf = (from: string, to: string) => buildReport({ sums, balances }, { from, to });

describe("sums", () => {
  test("the sum of a report covers the whole history", () => {
    // 0 + 1,000,000 + 7,574 - 175,000 - 490,000 = 342,574
    expect(reportOf("2026-03-01", "2026-03-04").sums.BTC).toEqual({
      opening: 0n,
      contributions: 1_000_000n,
      income: 7_574n,
      cost: 175_000n,
      withdrawals: 490_000n,
      converted: 0n,
      closing: 342_574n,
      isBalanced: true,
    });
  });

  test("a report for two days opens with the balance before them", () => {
    // 1,000,000 - 165,000 - 490,000 - 10,000 + 3,787 = 338,787
    expect(reportOf("2026-03-02", "2026-03-03").sums.BTC).toMatchObject({
      opening: 1_000_000n,
      contributions: 0n,
      income: 3_787n,
      cost: 175_000n,
      withdrawals: 490_000n,
      closing: 338_787n,
      isBalanced: true,
    });
  });

  test("a report does not balance if a balance differs from the history", () => {
    const wrong = { sums, balances: { BTC: 342_575n, USD: 0n } };
    const { sums: reported } = buildReport(wrong, { from: "2026-03-01", to: "2026-03-04" });
    expect(reported.BTC.isBalanced).toBe(false);
    expect(reported.USD.isBalanced).toBe(true);
  });
});

describe("days", () => {
  test("each day shows the value and the net deposits", () => {
    const { days } = reportOf("2026-02-28", "2026-03-04");
    expect(days.map(({ day, BTC }) => [day, BTC.value, BTC.putIn])).toEqual([
      ["2026-02-28", 0n, 0n],
      ["2026-03-01", 1_000_000n, 1_000_000n],
      ["2026-03-02", 835_000n, 1_000_000n],
      ["2026-03-03", 338_787n, 510_000n],
      ["2026-03-04", 342_574n, 510_000n],
    ]);
  });

  test("each day includes net deposits from before the range", () => {
    const [day] = reportOf("2026-03-04", "2026-03-04").days;
    expect(day?.BTC).toMatchObject({ value: 342_574n, putIn: 510_000n, mined: 3_787n });
  });
});

test("income and cost are positive amounts in each product's line", () => {
  expect(reportOf("2026-03-01", "2026-03-04").lines).toEqual([
    {
      product: "cloud_mining",
      side: "cost",
      code: "contract_purchase",
      amounts: { BTC: 165_000n, USD: 0n },
    },
    {
      product: "cloud_mining",
      side: "income",
      code: "mining_payout",
      amounts: { BTC: 7_574n, USD: 0n },
    },
    { product: "fees", side: "cost", code: "withdrawal_fee", amounts: { BTC: 10_000n, USD: 0n } },
  ]);
});

test("a reversed deposit lowers contributions", () => {
  const back = [
    sum("2026-03-01", "deposit", 1_000n),
    sum("2026-03-01", "deposit_reversal", -400n),
    sum("2026-03-01", "withdrawal", -100n),
    sum("2026-03-01", "withdrawal_void", 100n),
  ];
  const range = { from: "2026-03-01", to: "2026-03-01" };
  const report = buildReport({ sums: back, balances: { BTC: 600n, USD: 0n } }, range);
  expect(report.sums.BTC).toMatchObject({ contributions: 600n, withdrawals: 0n, closing: 600n });
});

test("a conversion is neither income nor cost", () => {
  const both = [
    sum("2026-03-01", "conversion", -1_000n),
    sum("2026-03-01", "conversion", 60n, { asset: "USD" }),
  ];
  const range = { from: "2026-03-01", to: "2026-03-01" };
  const report = buildReport({ sums: both, balances: { BTC: -1_000n, USD: 60n } }, range);
  expect(report.sums.BTC).toMatchObject({ converted: -1_000n, income: 0n, cost: 0n });
  expect(report.sums.USD).toMatchObject({ converted: 60n, closing: 60n, isBalanced: true });
  expect(netOf(report.sums.USD)).toBe(60n);
  // The conversion also lowers net deposits, so that coins moved to the Forex desk do not appear as
  // a loss.
  expect(report.days[0]).toMatchObject({
    BTC: { value: -1_000n, putIn: -1_000n },
    USD: { value: 60n, putIn: 60n },
  });
});

test("measured work is a separate income line without an expected amount", () => {
  const both = [
    sum("2026-03-01", "mining_payout", 30n, { about: "ctr" }),
    sum("2026-03-01", "mining_payout", 12n, { about: "wrk" }),
  ];
  const range = { from: "2026-03-01", to: "2026-03-01" };
  const report = buildReport({ sums: both, balances: { BTC: 42n, USD: 0n } }, range);
  expect(report.days[0]?.BTC).toMatchObject({
    income: 42n,
    mined: 30n,
    products: { cloud_mining: 30n, own_miners: 12n },
  });
  expect(report.lines.map(({ product }) => product)).toEqual(["cloud_mining", "own_miners"]);
});

test("a mining payout is assigned to the product that earned it", () => {
  expect(classOf({ code: "mining_payout", about: "wrk" })).toMatchObject({ product: "own_miners" });
  expect(classOf({ code: "mining_payout", about: "rig" })).toMatchObject({ product: "rigs" });
  expect(classOf({ code: "mining_payout", about: "bst" })).toMatchObject({
    product: "cloud_mining",
  });
});
