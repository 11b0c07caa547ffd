/** Tests the bars at the break-even line: they share one scale, and none reaches the headline. */
import { expect, test } from "vitest";
import { pixelsPerCent, type PlanResult } from "./plan-results.ts";

const heights = (...results: number[]) => {
  const plans = results.map((resultCents) => ({ expected: { resultCents } }) as PlanResult);
  return results.map((cents) => Math.round(cents * pixelsPerCent(plans)));
};

test.each([
  ["the first reference values", [-3083, -9000, 4598], [-45, -131, 67]],
  ["all gains", [27_184, 172_602, 912_608], [3, 16, 84]],
  ["a small loss and a large gain", [-100, 5, 912_608], [-0, 0, 84]],
  ["all losses", [-1, -2, -4], [-33, -65, -131]],
  ["neither gain nor loss", [0, 0, 0], [0, 0, 0]],
])("bar heights for %s", (_, results, pixels) => {
  expect(heights(...results)).toEqual(pixels);
});
