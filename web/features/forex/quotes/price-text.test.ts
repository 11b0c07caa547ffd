import { expect, test } from "vitest";
import { dayChange, gridText, knownInstrument, pipsText, priceParts } from "./price-text.ts";

const euro = knownInstrument("EUR_USD");
const yen = knownInstrument("USD_JPY");

test("a price is split into head, pips and tenth of a pip", () => {
  expect(priceParts(1_168_320, euro)).toEqual({ head: "1.16", pips: "83", tenth: "2" });
  expect(priceParts(1_168_325, euro)).toEqual({ head: "1.16", pips: "83", tenth: "2" });
  expect(priceParts(1_598_260, yen)).toEqual({ head: "159.", pips: "82", tenth: "6" });
  expect(priceParts(1_000_000, euro)).toEqual({ head: "1.00", pips: "00", tenth: "0" });
});

test("extra decimals are truncated to the instrument's precision", () => {
  expect(gridText("1.002741", euro)).toBe("1.00274");
  expect(gridText("192.03", yen)).toBe("192.030");
});

test("a distance in pips has one decimal", () => {
  expect(pipsText(160, euro)).toBe("1.6");
  expect(pipsText(90, yen)).toBe("0.9");
  expect(pipsText(-1_230, euro)).toBe("\u221212.3");
});

test("the day's change is computed from the mid price", () => {
  const quote = { instrument: "EUR_USD", timeMs: 0, status: "tradeable" } as const;
  const change = (bid: number, ask: number, dayOpen: number | undefined) =>
    dayChange({ ...quote, bid, ask, dayOpen })?.text;
  expect(change(1_010_000, 1_010_000, 1_000_000)).toBe("+1.00");
  expect(change(997_600, 997_800, 1_000_000)).toBe("\u22120.23");
  expect(change(1_000_000, 1_000_000, 1_000_000)).toBe("0.00");
  expect(change(1_000_000, 1_000_000, undefined)).toBeUndefined();
});
