import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CURRENCIES,
  dollarPairOf,
  FOREIGN_CURRENCIES,
  instrumentNamed,
  INSTRUMENTS,
  isQuotable,
  ORDER_UNITS_MAX,
  PAIRS,
  POSITION_UNITS_MAX,
  PRICE_MAX,
  PRICE_STEP,
  priceText,
  readPrice,
  type Instrument,
} from "#market";

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};

describe("instruments", () => {
  test("there are 28 pairs of eight currencies, three more USD pairs, and BTC", () => {
    const order = ["EUR", "GBP", "AUD", "NZD", "USD", "CAD", "CHF", "JPY"];
    const pairs = order.flatMap((base, index) =>
      order.slice(index + 1).map((quote) => `${base}_${quote}`),
    );
    const names = INSTRUMENTS.map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      [...pairs, "USD_SEK", "USD_NOK", "USD_PLN", "BTC_USD"].toSorted(),
    );
    expect(PAIRS.map(({ name }) => name)).toEqual(names.filter((name) => name !== "BTC_USD"));
    expect(INSTRUMENTS.map(({ id }) => id)).toEqual(INSTRUMENTS.map((_, index) => index));
  });

  test("leverage follows ESMA: 30:1 for majors, 20:1 for others", () => {
    const major = ["EUR_USD", "GBP_JPY", "CAD_CHF", "USD_CAD"];
    const minor = ["AUD_USD", "NZD_JPY", "USD_SEK", "USD_NOK", "USD_PLN", "EUR_AUD"];
    expect(major.map((name) => named(name).marginRate)).toEqual(major.map(() => 333_333));
    expect(minor.map((name) => named(name).marginRate)).toEqual(minor.map(() => 500_000));
  });

  test("every foreign currency has a dollar pair", () => {
    expect(FOREIGN_CURRENCIES.every((currency) => dollarPairOf(currency))).toBe(true);
    expect(CURRENCIES.at(-1)).toBe("USD");
    expect(dollarPairOf("USD")).toBeUndefined();
  });

  test("a pip is 0.0001, or 0.01 for yen pairs", () => {
    expect(named("EUR_USD")).toMatchObject({ pipLocation: -4, displayPrecision: 5, pip: 100 });
    expect(named("USD_JPY")).toMatchObject({ pipLocation: -2, priceScale: 10_000, pip: 100 });
  });

  test("twice the largest position at the highest price is exact in a float64", () => {
    expect(2 * POSITION_UNITS_MAX * PRICE_MAX).toBeLessThan(2 ** 53);
    expect(ORDER_UNITS_MAX).toBeLessThan(POSITION_UNITS_MAX);
  });
});

describe("prices", () => {
  test.each([
    ["EUR_USD", "1.16848", 1_168_480],
    ["EUR_USD", "1.1", 1_100_000],
    ["USD_JPY", "186.75", 1_867_500],
    ["USD_JPY", "186.755", 1_867_550],
  ])("%s price %s is read as %i", (name, text, price) => {
    expect(readPrice(text, named(name))).toBe(price);
  });

  test.each(["", "0", "0.00000", "-1.1", "1e308", "1e-5", "NaN", "1,1", "40.00001", " 1.1", "١"])(
    "%j is not a price",
    (text) => {
      expect(readPrice(text, named("EUR_USD"))).toBe("PRICE_INVALID");
    },
  );

  test.each([
    ["EUR_USD", "1.168481"],
    ["USD_JPY", "186.7551"],
  ])("%s has no price %s", (name, text) => {
    expect(readPrice(text, named(name))).toBe("PRICE_PRECISION_EXCEEDED");
  });

  test("a price converts from text and back without loss", () => {
    expect(priceText(1_168_485, named("EUR_USD"))).toBe("1.168485");
    fc.assert(
      fc.property(fc.integer({ min: 1, max: PRICE_MAX / PRICE_STEP }), (steps) => {
        const price = steps * PRICE_STEP;
        expect(isQuotable(price)).toBe(true);
        expect(isQuotable(price + 1)).toBe(false);
        for (const name of ["EUR_USD", "CHF_JPY"])
          expect(readPrice(priceText(price, named(name)), named(name))).toBe(price);
      }),
    );
  });
});
