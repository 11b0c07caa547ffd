import { expect, test } from "vitest";
import { agoText, spanText } from "./time-text.ts";

test("a span is told in one unit, rounded down", () => {
  expect(spanText(0.9)).toBe("0 s");
  expect(spanText(59.9)).toBe("59 s");
  expect(spanText(60)).toBe("1 min");
  expect(spanText(3599)).toBe("59 min");
  expect(spanText(3600)).toBe("1 h");
  expect(spanText(47 * 3600)).toBe("47 h");
  expect(spanText(48 * 3600)).toBe("2 days");
});

test("a clock of the server that runs ahead never gives a negative age", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(agoText(new Date("2026-11-21T12:00:05Z"), now)).toBe("0 s ago");
});
