import { expect, test } from "vitest";
import { dayOf } from "../hours/calendar.ts";
import { CURRENCIES, FOREIGN_CURRENCIES } from "../instruments/currencies.ts";
import { PAIRS } from "../instruments/instruments.ts";
import { firstStart } from "../practice/practice-day.ts";
import { seededDay, type PublishedDay } from "./seeded-day.ts";

const DATE = "2026-09-16";

function published(franc: string): PublishedDay {
  const { model, levels, variance } = firstStart(dayOf(DATE));
  const texts = FOREIGN_CURRENCIES.map((currency, column) => {
    return [currency, ((levels[column] ?? 0) / 1e12).toFixed(12)] as const;
  });
  const interest = CURRENCIES.map((currency) => [currency, currency === "CHF" ? franc : "2.5"]);
  return {
    date: DATE,
    commitment: "",
    start: { model, levels: Object.fromEntries(texts), variance },
    terms: {
      markUpPercent: "1",
      interest: Object.fromEntries(interest) as Record<string, string>,
      pairs: Object.fromEntries(
        PAIRS.map(({ name }) => [name, { spread: "1.2", marginRate: "0.05" }]),
      ),
    },
    seed: "07".repeat(32),
  };
}

test("a day with negative interest is rebuilt from its published terms", () => {
  const interest = seededDay(published("-0.7500"))?.interest;
  expect(interest).toMatchObject({ CHF: -7_500, USD: 25_000 });
  expect(seededDay(published("-0.75"))?.interest.CHF).toBe(-7_500);
  for (const wrong of ["--0.75", "-", "- 1", "-0.12345"])
    expect(() => seededDay(published(wrong))).toThrow(RangeError);
});
