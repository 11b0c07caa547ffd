import fc from "fast-check";
import { expect, test } from "vitest";
import { utcIsoText } from "./utc-iso-text.ts";

const [FIRST, LAST] = [
  Date.parse("0000-01-01T00:00:00.000Z"),
  Date.parse("9999-12-31T23:59:59.999Z"),
];

test("every time is written as JavaScript writes it", () => {
  fc.assert(
    fc.property(fc.integer({ min: FIRST, max: LAST }), (ms) => {
      expect(utcIsoText(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 3_000, examples: [[FIRST], [LAST], [-1], [0], [86_399_999], [86_400_000]] },
  );
});

test.each([[FIRST - 1], [LAST + 1], [Number.NaN], [Number.POSITIVE_INFINITY], [8.64e15]])(
  "%s is left to JavaScript",
  (ms) => {
    expect(utcIsoText(ms)).toBeUndefined();
  },
);
