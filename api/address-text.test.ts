import { expect, test } from "vitest";
import { addressText, isBitcoinLink, withoutBitcoinScheme } from "./address-text.ts";

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

test("an upper-case SegWit address is converted to lower case", () => {
  expect(addressText(` ${ADDRESS.toUpperCase()} `)).toBe(ADDRESS);
  expect(addressText(ADDRESS)).toBe(ADDRESS);
});

test("a base58 address keeps its upper and lower case", () => {
  const base58 = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn";
  expect(addressText(base58)).toBe(base58);
});

test("a mixed-case SegWit address stays unchanged, so validation still rejects it", () => {
  expect(addressText("bcrt1Qw508")).toBe("bcrt1Qw508");
});

test("the address is extracted from a payment link, with or without parameters", () => {
  expect(withoutBitcoinScheme(`bitcoin:${ADDRESS}`)).toBe(ADDRESS);
  const capitals = `BITCOIN:${ADDRESS.toUpperCase()}?AMOUNT=0.1`;
  expect(withoutBitcoinScheme(capitals)).toBe(ADDRESS.toUpperCase());
  expect(withoutBitcoinScheme(ADDRESS)).toBe(ADDRESS);
  expect([isBitcoinLink(capitals), isBitcoinLink(ADDRESS)]).toEqual([true, false]);
});
