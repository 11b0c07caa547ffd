import { expect, test } from "vitest";
import { boostQuote } from "./reference-terms.ts";

const reference = {
  id: "ref_1",
  rateUsdPerBtc: "60000",
  difficulty: "83000000000000",
  subsidySats: 312_500_000,
  feesSats: 0,
  poolFeePercent: "0",
  blockSeconds: 600,
  usdPerKwh: "0.1",
  validFrom: "2026-11-01T00:00:00Z",
  source: "start values",
};

// A boost of 100 TH/s to 2.5x rents 150 TH/s. It costs 150 x 0.05 USD = 7.50 USD = 12,500 sats and
// earns 11,361 sats. The difference is -1,139 sats = -0.68 USD.
test("a boost of 100 TH/s to 2.5x has an expected loss of 1,139 sats", () => {
  const quote = boostQuote({ baseThs: "100", boostUsdPerThsDay: "0.05", reference }, 2.5);
  expect(quote).toMatchObject({
    costSats: 12_500n,
    earnsSats: 11_361n,
    resultSats: -1_139n,
    resultCents: -68n,
  });
  expect(Number(quote?.rentedThs)).toBe(150);
  expect(Number(quote?.boostedThs)).toBe(250);
});

test("a 1x boost rents no hash rate", () => {
  const mining = { baseThs: "300", boostUsdPerThsDay: "0.05", reference };
  expect(boostQuote(mining, 1)).toBeUndefined();
  expect(boostQuote(mining, 1 + 0.1 + 0.1 + 0.1)?.boostedThs).toBe("390.000000000000");
});
