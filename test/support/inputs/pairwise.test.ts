import { expect, test } from "vitest";
import { pairwise } from "./pairwise.ts";

const ROUTES = { buy: ["amount", "plan", "note"], sell: ["amount", "note"], tell: ["note"] };
const VALUES = ["0", "-1", "1e400", "true"];
const cases = Object.entries(ROUTES).flatMap(([route, fields]) =>
  fields.flatMap((field) => VALUES.map((value) => [route, field, value] as const)),
);
const isNewPair = pairwise();
const chosen = cases.filter((one) => isNewPair(...one));

test("the chosen cases contain every pair of factors", () => {
  const pairsOf = (all: typeof cases) =>
    new Set(
      all.flatMap(([route, field, value]) => [
        `${route} ${field}`,
        `${route} ${value}`,
        `${field} ${value}`,
      ]),
    );
  expect(pairsOf(chosen)).toEqual(pairsOf(cases));
});

test("values already tried on one route are not all repeated on another", () => {
  const values = chosen.filter(([route, field]) => route === "sell" && field === "note");
  expect(values).toHaveLength(1);
});
