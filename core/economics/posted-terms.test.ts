import { describe, expect, test } from "vitest";
import {
  judgeTerms,
  termFaults,
  termFields,
  termJumps,
  termTexts,
  termValues,
} from "./posted-terms.ts";
import { TERM_FIELDS, type TermKind } from "./term-fields.ts";

const KINDS = Object.keys(TERM_FIELDS) as TermKind[];

test.each(KINDS)("every field of %s accepts its bounds and rejects values beyond them", (kind) => {
  const least = Object.fromEntries(termFields(kind).map(([name, { min }]) => [name, min]));
  const most = Object.fromEntries(termFields(kind).map(([name, { max }]) => [name, max]));
  expect(termFaults(kind, least)).toEqual({});
  expect(termFaults(kind, most)).toEqual({});
  for (const [name, { label, max, min }] of termFields(kind)) {
    const isSigned = min.startsWith("-");
    for (const bad of [
      "",
      " ",
      isSigned ? "-99" : "-1",
      "--1",
      "NaN",
      "Infinity",
      "1e9",
      "1,000",
      "0x10",
      "١",
    ])
      expect(termFaults(kind, { ...least, [name]: bad })[name]).toContain(`${label} must be a`);
    const above = String(Number(max) + 1);
    expect(termFaults(kind, { ...most, [name]: above })[name]).toContain(`at most ${max}`);
    const below = min === "0" ? "-0" : isSigned ? `${min}.1` : "0";
    expect(termFaults(kind, { ...least, [name]: below })).toHaveProperty(name);
    const { [name]: _, ...rest } = least;
    expect(termFaults(kind, rest)).toHaveProperty(name);
  }
});

test("a value converts to text and back without loss", () => {
  const texts = { price: "99.5", isOffered: "1" };
  expect(termValues("plan", texts)).toEqual({ price: 9_950n, isOffered: 1n });
  expect(termTexts("plan", { price: 9_950n, isOffered: 1n })).toEqual(texts);
});

test("an interest rate can be negative, and a large change of it is confirmed", () => {
  const change = (ratePerYear: string, again = "") =>
    judgeTerms(
      "forexInterest",
      { ratePerYear: -250n },
      { texts: { ratePerYear }, typedAgain: { ratePerYear: again } },
    );
  expect(change("-0.75")).toEqual({ jump: "Yearly interest" });
  expect(change("-0.2")).toEqual({ values: { ratePerYear: -2_000n } });
  expect(change("-0.75", "-0.75")).toEqual({ values: { ratePerYear: -7_500n } });
  expect(change("0.025")).toEqual({ jump: "Yearly interest" });
  expect(change("0")).toEqual({ values: { ratePerYear: 0n } });
  expect(termTexts("forexInterest", { ratePerYear: -7_500n })).toEqual({ ratePerYear: "-0.75" });
});

test("a field that was never posted has neither text nor value", () => {
  expect(termTexts("plan", { price: 9_950n })).toEqual({ price: "99.5" });
  expect(termValues("plan", { price: "99.5" })).toEqual({ price: 9_950n });
});

describe("changes by more than a factor of 10", () => {
  const present = { price: 9_900n, isOffered: 1n };
  test.each([
    ["990", []],
    ["990.01", ["price"]],
    ["9.9", []],
    ["9.89", ["price"]],
  ])("the price change from 99 to %s reports the fields that jump", (price, names) => {
    expect(termJumps("plan", present, termValues("plan", { price, isOffered: "0" }))).toEqual(
      names,
    );
  });

  test.each([
    [{}, { jump: "Price" }],
    [{ price: "1001" }, { jump: "Price" }],
    [{ price: "abc" }, { jump: "Price" }],
    [{ isOffered: "1000" }, { jump: "Price" }],
    [{ price: "1000.00" }, { values: { price: 100_000n, isOffered: 1n } }],
  ])("is accepted only if the value is repeated: %o", (typedAgain, verdict) => {
    const texts = { price: "1000", isOffered: "1" };
    expect(judgeTerms("plan", present, { texts, typedAgain })).toEqual(verdict);
  });

  test("an out-of-bounds value is rejected even if the administrator repeats it", () => {
    const texts = { price: "1000000000", isOffered: "1" };
    expect(judgeTerms("plan", present, { texts, typedAgain: texts })).toEqual({
      fault: "Price must be at most 1000000 USD.",
    });
  });
});
