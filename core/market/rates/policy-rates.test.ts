import { expect, test } from "vitest";
import { dayOf } from "../hours/calendar.ts";
import { CURRENCIES } from "../instruments/currencies.ts";
import { instrumentNamed, PAIRS } from "../instruments/instruments.ts";
import { LAST_MONTH, POLICY_RATES } from "./policy-rate-table.ts";
import { policyRatesOn } from "./policy-rates.ts";
import { settlementDays } from "./settlement.ts";

test("rates are those of the end of the previous month", () => {
  const { rates, month } = policyRatesOn(dayOf("2015-01-15"));
  expect(month).toBe("2014-12");
  expect(rates).toMatchObject({ EUR: 500, CHF: -2_500, USD: 1_250, AUD: 25_000 });
  expect(policyRatesOn(dayOf("2015-02-01")).rates.CHF).toBe(-7_500);
  expect(policyRatesOn(dayOf("2015-01-31")).rates.CHF).toBe(-2_500);
  expect(policyRatesOn(dayOf("2000-01-03"))).toMatchObject({ month: "1999-12" });
});

test("days outside the table have its nearest month", () => {
  expect(policyRatesOn(dayOf("1990-06-01")).rates.EUR).toBe(30_000);
  const late = policyRatesOn(dayOf("2026-11-30"));
  expect(late.month).toBe(LAST_MONTH);
  expect(late.rates).toEqual(policyRatesOn(dayOf("2026-05-01")).rates);
});

test("every entry is a later month with another, plausible rate", () => {
  for (const currency of CURRENCIES) {
    const entries = POLICY_RATES[currency].trim().split(/\s+/);
    for (const entry of entries) expect(entry).toMatch(/^(199[89]|20[012]\d)-(0[1-9]|1[0-2])=-?\d/);
    const months = entries.map((entry) => entry.slice(0, 7));
    expect(months).toEqual([...new Set(months)].toSorted());
    const rates = entries.map((entry) => Number(entry.slice(8)));
    for (const [index, rate] of rates.entries()) {
      expect(rate).not.toBe(rates[index + 1]);
      expect(rate >= -1 && rate <= 20).toBe(true);
    }
  }
});

test("each pair is financed for seven days a week", () => {
  const cad = instrumentNamed("USD_CAD");
  const week = Array.from({ length: 7 }, (_, index) => dayOf("2024-05-12") + index);
  for (const pair of PAIRS) {
    const days = week.map((day) => settlementDays(pair, day));
    expect(days).toEqual(pair === cad ? [0, 1, 1, 1, 3, 1, 0] : [0, 1, 1, 3, 1, 1, 0]);
  }
});
