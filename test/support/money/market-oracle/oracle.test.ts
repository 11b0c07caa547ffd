/** Checks the oracle against the Forex paper's worked examples. */
import { describe, expect, test } from "vitest";
import { marginRate, mustStopOut, valuationOf, type OracleBook } from "./account.ts";
import { Fraction } from "./fraction.ts";
import {
  fill,
  financingCents,
  financingOf,
  fixedAtTrade,
  pipValue,
  rateOfSide,
  stopOut,
} from "./trading.ts";

const one = new Fraction(1n);
const sterling: OracleBook = {
  home: "GBP",
  balance: Fraction.of("50000"),
  trades: [{ pair: "EUR/GBP", units: 1_000_000n, price: "0.8568" }],
};
const at = (mid: string) => ({ "EUR/GBP": { bid: mid, ask: mid } });

test("v20's example: margin 28,556.64 and NAV 49,900.00 leave 21,343.36 available", () => {
  const value = valuationOf(sterling, { "EUR/GBP": { bid: "0.8566", ask: "0.8568" } });
  expect(value.marginUsed.shownCents).toBe(2_855_664n);
  expect(value.unrealised.shownCents).toBe(-10_000n);
  expect(value.nav.shownCents).toBe(4_990_000n);
  expect(value.available.shownCents).toBe(2_134_336n);
  const closeOut = value.marginUsed.over(value.nav).times(new Fraction(1n, 2n));
  expect(closeOut.shownCents).toBe(29n);
  expect(closeOut.times(new Fraction(100n)).shownCents).toBe(2_861n);
});

test("the margin close-out is between 0.820475 and 0.820474", () => {
  expect(mustStopOut(sterling, at("0.820476"))).toBe(false);
  expect(mustStopOut(sterling, at("0.820475"))).toBe(false);
  expect(mustStopOut(sterling, at("0.820474"))).toBe(true);
});

test("the second model has NAV 49,800.00, 21,240.03 available and a level of 174.37 %", () => {
  const [trade] = sterling.trades;
  if (!trade) throw new Error("no trade");
  const quotes = { "EUR/GBP": { bid: "0.8566", ask: "0.8568" } };
  const { margin, unrealised } = fixedAtTrade(trade, quotes, "0.0333333");
  const equity = sterling.balance.plus(unrealised);
  expect(margin.shownCents).toBe(2_855_997n);
  expect(unrealised.shownCents).toBe(-20_000n);
  expect(equity.shownCents).toBe(4_980_000n);
  expect(equity.minus(margin).shownCents).toBe(2_124_003n);
  expect(equity.over(margin).times(new Fraction(100n)).shownCents).toBe(17_437n);
});

describe("financing", () => {
  test("long 100,000 EUR/USD at 1.15826 and -3 % pays 9.52 for a day", () => {
    const terms = { units: 100_000n, rolloverMid: "1.15826", factor: one };
    expect(financingCents({ ...terms, annualRate: "-0.03", days: 1n })).toBe(-952n);
  });

  test("110,000 USD at -2.5 % pays 7.54 for a day, and 22.61 on a Wednesday", () => {
    const terms = { units: 110_000n, rolloverMid: "1", factor: one, annualRate: "-0.025" };
    expect(financingCents({ ...terms, days: 1n })).toBe(-754n);
    expect(financingCents({ ...terms, days: 3n })).toBe(-2_261n);
    expect(financingOf({ ...terms, days: 1n }).times(new Fraction(10_000n)).shownCents).toBe(
      -7_534_247n,
    );
  });

  test("both sides pay the mark-up", () => {
    const rates = { base: "0.02", quote: "0.05", markUp: "0.01" };
    expect(rateOfSide("long", rates)).toEqual(Fraction.of("-0.04"));
    expect(rateOfSide("short", rates)).toEqual(Fraction.of("0.02"));
  });
});

test("a pip of USD/CAD at 1.0200 is worth 0.00009804 USD per unit", () => {
  const inUsd = one.over(Fraction.of("1.0200"));
  const hundredMillionths = new Fraction(1_000_000n);
  expect(pipValue("0.0001", 1n, inUsd).times(hundredMillionths).shownCents).toBe(9_804n);
  expect(pipValue("0.0001", 100_000n, one)).toEqual(Fraction.of("10"));
});

test("100,000 EUR/USD at 1.10789 and 500:1 needs 221.578 USD of margin", () => {
  const margin = Fraction.of("1.10789").times(Fraction.of("100000")).over(Fraction.of("500"));
  expect(margin).toEqual(Fraction.of("221.578"));
});

test("majors need a margin of 1/30, and all other pairs 1/20", () => {
  expect(marginRate("EUR/CHF")).toEqual(Fraction.of("0.0333333"));
  expect(marginRate("AUD/USD")).toEqual(Fraction.of("0.05"));
});

describe("fills", () => {
  const flat: OracleBook = { home: "USD", balance: Fraction.of("1000"), trades: [] };

  test("100,000 EUR/USD from 1.13889 to 1.13854 loses 35.00", () => {
    const quotes = { "EUR/USD": { bid: "1.13854", ask: "1.13863" } };
    const open = fill(flat, { pair: "EUR/USD", units: 100_000n, price: "1.13889" }, quotes).book;
    const closed = fill(open, { pair: "EUR/USD", units: -100_000n, price: "1.13854" }, quotes);
    expect(closed.realisedCents).toEqual([-3_500n]);
    expect(closed.book).toEqual({ ...flat, balance: Fraction.of("965") });
  });

  test("the franc move of January 2015 loses 18,010 CHF and leaves no user below zero", () => {
    const quotes = {
      "EUR/CHF": { bid: "1.0209", ask: "1.0229" },
      "USD/CHF": { bid: "0.8800", ask: "0.8820" },
    };
    const trades = [{ pair: "EUR/CHF", units: 100_000n, price: "1.2010" }];
    const end = stopOut({ home: "USD", balance: Fraction.of("5000"), trades }, quotes);
    // A loss of 18,010 CHF is 18,010 / 0.88 = 20,465.909 USD, of which the platform bears 15,465.91
    // USD.
    expect(end).toMatchObject({ closed: ["EUR/CHF"], operatorLossCents: 1_546_591n });
    expect(end.book.balance.sign).toBe(0);
  });
});
